import FeedSnapshots

/// The known word that somebody most likely meant.
enum Suggestion {
  /// A hint that names the nearest word and lists the known ones.
  static func hint(for word: String, among words: [String], called noun: String) -> String? {
    guard !words.isEmpty else { return nil }
    let list = words.count > 24 ? words.prefix(24) + ["…"] : words[...]
    let known = "\(noun): \(list.joined(separator: ", "))"
    return word.nearest(among: words).map { "did you mean '\($0)'? \(known)" } ?? known
  }
}
