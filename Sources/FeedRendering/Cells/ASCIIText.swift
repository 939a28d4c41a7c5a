/// Replacements for characters on terminals that show only ASCII, and for searches.
package enum ASCIIText {
  private static let signs: [Character: Character] = [
    "─": "-", "━": "-", "═": "=", "│": "|", "┃": "|", "║": "|",
    "╭": "+", "╮": "+", "╰": "+", "╯": "+", "╔": "+", "╗": "+", "╚": "+", "╝": "+",
    "┏": "+", "┓": "+", "┗": "+", "┛": "+",
    "▲": "^", "▼": "v", "▸": ">", "▾": "v", "›": ">", "‹": "<", "→": ">", "←": "<", "↑": "^",
    "↓": "v", "⏎": "<", "✓": "*", "✗": "x", "◆": "*", "≡": "=", "·": ".", "…": ".", "░": ":",
    "▁": "_", "▂": "_", "▃": "-", "▄": "-", "▅": "=", "▆": "=", "▇": "#", "█": "#",
    "▀": ":", "▏": "|", "×": "x", "—": "-", "–": "-", "’": "'", "‘": "'", "“": "\"", "”": "\"",
    "\u{A0}": " ",
  ]

  /// Returns a character in ASCII with the same width: a similar sign, a letter without its mark,
  /// or question marks.
  static func text(_ cell: Cell) -> String {
    if cell.character.isASCII { return String(cell.character) }
    if let sign = signs[cell.character] { return String(sign) }
    let text = letter(cell.character) ?? ""
    return text + String(repeating: "?", count: max(Int(cell.width) - text.count, 0))
  }

  /// The letter of which a Latin one with a mark is made: `e` for `ę`.
  package static func letter(_ character: Character) -> String? {
    guard let name = character.unicodeScalars.first?.properties.name else { return nil }
    let words = name.split(separator: " ")
    guard words.count > 3, words[0] == "LATIN", words[2] == "LETTER", words[3].count == 1 else {
      return nil
    }
    return words[1] == "CAPITAL" ? String(words[3]) : words[3].lowercased()
  }
}
