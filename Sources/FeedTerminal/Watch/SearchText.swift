import FeedRendering

/// The form in which texts are compared with what a reader types.
enum SearchText {
  private static let signs: [Character: String] = [
    "ß": "ss", "æ": "ae", "œ": "oe", "þ": "th", "ð": "d", "ı": "i",
    "–": "-", "—": "-", "−": "-", "‑": "-", "’": "'", "‘": "'", "\u{A0}": " ", "\u{202F}": " ",
  ]

  /// Returns a text in small letters without accents, with one kind of dash, apostrophe and space.
  static func folded(_ text: String) -> String {
    let small = text.lowercased()
    guard small.utf8.contains(where: { $0 > 127 }) else { return small }
    return small.reduce(into: "") { result, character in
      if character.isASCII {
        result.append(character)
      } else {
        result += signs[character] ?? ASCIIText.letter(character) ?? String(character)
      }
    }
  }

  /// Returns whether a folded text has a folded word; a number also finds one with separators of thousands.
  static func has(_ word: Substring, in text: String) -> Bool {
    if text.contains(word) { return true }
    guard word.utf8.count > 3, word.utf8.allSatisfy({ (48...57).contains($0) || $0 == 46 }) else {
      return false
    }
    return text.replacing(/(\d)[,' ](?=\d\d\d)/) { $0.output.1 }.contains(word)
  }
}
