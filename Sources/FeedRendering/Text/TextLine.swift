/// A line of text in the making: pieces, each with its style.
package struct TextLine {
  /// A piece of a line.
  package struct Span {
    /// The content of the piece.
    package enum Content {
      case text(String)
      /// One character of one column, repeated, as for rules, shades and gaps: it needs no
      /// segmentation or measurement.
      case fill(Character)
    }

    package var content: Content
    package var style: CellStyle
    package var width: Int
  }

  package private(set) var spans: [Span] = []
  package private(set) var width = 0

  package init() {}

  package init(_ text: String, _ style: CellStyle = .plain) { append(text, style) }

  package mutating func append(_ text: String, _ style: CellStyle = .plain) {
    guard !text.isEmpty else { return }
    append(Span(content: .text(text), style: style, width: TerminalWidth.of(text)))
  }

  package mutating func append(_ line: TextLine) {
    spans += line.spans
    width += line.width
  }

  /// Adds a character of one column the given number of times.
  package mutating func fill(_ character: Character, _ count: Int, _ style: CellStyle = .plain) {
    guard count > 0 else { return }
    append(Span(content: .fill(character), style: style, width: count))
  }

  /// Adds spaces until the line has the given number of columns.
  package mutating func pad(to columns: Int) { fill(" ", columns - width) }

  mutating func append(_ span: Span) {
    spans.append(span)
    width += span.width
  }
}

extension TextLine {
  /// Returns the line in at most the given columns, cut with an ellipsis.
  package func truncated(to columns: Int) -> TextLine {
    guard width > columns else { return self }
    var line = TextLine()
    for span in spans {
      let room = columns - line.width
      guard span.width >= room else {
        line.append(span)
        continue
      }
      switch span.content {
      // The ellipsis also stands for the pieces after this one.
      case .text(let text): line.append((text + " ").truncated(to: room), span.style)
      case .fill(let character):
        line.fill(character, room - 1, span.style)
        line.append("…", span.style)
      }
      break
    }
    return line
  }
}
