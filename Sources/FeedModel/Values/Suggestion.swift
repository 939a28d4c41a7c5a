/// Suggestions for an unknown word: the only source of "did you mean".
package enum Suggestion {
  /// Returns the question whether the nearest word was meant; `nil` if none is near.
  package static func question(for word: String, among words: some Sequence<String>) -> String? {
    word.nearest(among: words).map { "did you mean '\($0)'?" }
  }

  /// Returns the question and all known words; `nil` if there are none.
  package static func hint(for word: String, among words: [String], called noun: String) -> String?
  {
    guard !words.isEmpty else { return nil }
    let known = list(words, called: noun)
    return question(for: word, among: words).map { "\($0) \(known)" } ?? known
  }

  /// Returns the known words.
  package static func list(_ words: [String], called noun: String) -> String {
    "\(noun): \(list(words, most: 24))"
  }

  /// Returns the question, or else all known words.
  package static func hint(for word: String, among words: [String], kind: String) -> String {
    question(for: word, among: words)
      ?? (words.isEmpty ? "there are no \(kind)" : "the \(kind) are: \(list(words, most: 12))")
  }

  private static func list(_ words: [String], most: Int) -> String {
    (words.prefix(most) + (words.count > most ? ["…"] : [])).joined(separator: ", ")
  }
}

extension String {
  /// Returns the nearest word by edit distance, for "did you mean"; `nil` if none is near.
  ///
  /// Words of more than 64 letters are data, not typing errors, and are not compared.
  ///
  /// - Returns: The first of the nearest words that differ from this one, at most a third of the
  ///   longer one's letters away.
  /// - Complexity: O(*letters* · *letters of all words*).
  package func nearest(among words: some Sequence<String>) -> String? {
    guard !isEmpty, count <= 64 else { return nil }
    let letters = lowercased()
    var best: (word: String, distance: Int)?
    for word in words where word != self && word.count <= 64 {
      let distance = letters.distance(to: word.lowercased())
      guard distance <= Swift.max(1, Swift.max(count, word.count) / 3) else { continue }
      if distance < best?.distance ?? .max { best = (word, distance) }
    }
    return best?.word
  }

  /// Returns the number of letters to add, remove, change or swap with their neighbour.
  ///
  /// The optimal string alignment distance (Boytsov, "Indexing methods for approximate dictionary
  /// searching", 2011, section 2).
  private func distance(to other: String) -> Int {
    let left = Array(self)
    let right = Array(other)
    var beforeLast = [Int](repeating: 0, count: right.count + 1)
    var last = Array(0...right.count)
    for i in left.indices {
      var row = [i + 1]
      for j in right.indices {
        var cost = Swift.min(last[j + 1], row[j]) + 1
        cost = Swift.min(cost, last[j] + (left[i] == right[j] ? 0 : 1))
        if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] {
          cost = Swift.min(cost, beforeLast[j - 1] + 1)
        }
        row.append(cost)
      }
      beforeLast = last
      last = row
    }
    return last[right.count]
  }
}
