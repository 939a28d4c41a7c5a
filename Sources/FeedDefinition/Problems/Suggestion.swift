/// The known word that somebody most likely meant.
enum Suggestion {
  /// Finds the nearest of some words, unless none is near.
  static func nearest(to word: String, among words: some Sequence<String>) -> String? {
    let letters = Array(word.lowercased())
    // Long words are data, not slips; comparing them costs more than the hint is worth.
    guard !letters.isEmpty, letters.count <= 64 else { return nil }
    var best: (word: String, distance: Int)?
    for candidate in words where candidate != word {
      let other = Array(candidate.lowercased())
      guard other.count <= 64 else { continue }
      let distance = distance(letters, other)
      guard distance <= max(1, max(letters.count, other.count) / 3) else { continue }
      if best.map({ distance < $0.distance }) ?? true { best = (candidate, distance) }
    }
    return best?.word
  }

  /// A hint that names the nearest word and lists the known ones.
  static func hint(for word: String, among words: [String], called noun: String) -> String? {
    guard !words.isEmpty else { return nil }
    let list = words.count > 24 ? words.prefix(24) + ["…"] : words[...]
    let known = "\(noun): \(list.joined(separator: ", "))"
    return nearest(to: word, among: words).map { "did you mean '\($0)'? \(known)" } ?? known
  }

  /// How many letters must be changed, added, dropped or exchanged with their neighbour.
  private static func distance(_ a: [Character], _ b: [Character]) -> Int {
    var rows = [Array(0...b.count)]
    for i in 1...max(a.count, 1) where i <= a.count {
      var row = [i]
      for j in 1...max(b.count, 1) where j <= b.count {
        let isSame = a[i - 1] == b[j - 1]
        var cost = min(rows[i - 1][j] + 1, row[j - 1] + 1, rows[i - 1][j - 1] + (isSame ? 0 : 1))
        if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] {
          cost = min(cost, rows[i - 2][j - 2] + 1)
        }
        row.append(cost)
      }
      rows.append(row)
    }
    return rows[a.count][b.count]
  }
}
