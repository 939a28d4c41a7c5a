/// A line of text in the making: pieces, each with its emphasis.
struct TextLine {
  private(set) var spans: [(text: String, emphasis: Emphasis)] = []
  private(set) var width = 0

  /// How a piece of a line stands out.
  enum Emphasis {
    case plain, strong, faint, accent, alert
  }

  init() {}

  init(_ text: String, _ emphasis: Emphasis = .plain) { append(text, emphasis) }

  mutating func append(_ text: String, _ emphasis: Emphasis = .plain) {
    guard !text.isEmpty else { return }
    spans.append((text, emphasis))
    width += TerminalWidth.of(text)
  }

  mutating func append(_ line: TextLine) {
    spans += line.spans
    width += line.width
  }

  /// Adds spaces until the line has so many columns.
  mutating func pad(to columns: Int) {
    append(String(repeating: " ", count: max(0, columns - width)))
  }

  /// The line as it goes to the terminal, without spaces at its end.
  func text(_ colors: TextColors) -> String {
    var text = ""
    for (index, span) in spans.enumerated() {
      var piece = span.text
      if index == spans.count - 1 {
        while piece.last == " " { piece.removeLast() }
      }
      guard colors == .ansi, let code = span.emphasis.code, !piece.isEmpty else {
        text += piece
        continue
      }
      text += "\u{1B}[\(code)m\(piece)\u{1B}[0m"
    }
    while text.last == " " { text.removeLast() }
    return text
  }
}

extension TextLine.Emphasis {
  fileprivate var code: String? {
    switch self {
    case .plain: nil
    case .strong: "1"
    case .faint: "2"
    case .accent: "36"
    case .alert: "33"
    }
  }
}

/// Whether a text has colours.
public enum TextColors: Hashable, Sendable {
  /// Characters alone.
  case none
  /// The sixteen colours that every terminal has, as escape sequences.
  case ansi
}
