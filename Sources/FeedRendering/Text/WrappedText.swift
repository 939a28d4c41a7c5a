extension String {
  /// Returns the text in lines of at most the given columns, broken between words where possible.
  ///
  /// A word that is wider than a line is broken anywhere. The line breaks of the text remain.
  ///
  /// - Parameter columns: The number of columns, at least one.
  /// - Returns: The lines; one that is empty for an empty text.
  package func wrapped(to columns: Int) -> [String] {
    let columns = max(columns, 1)
    return split(separator: "\n", omittingEmptySubsequences: false)
      .flatMap { Self.wrap($0, to: columns) }
  }

  private static func wrap(_ text: Substring, to columns: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ") {
      let needed = TerminalWidth.of(word) + (line.isEmpty ? 0 : TerminalWidth.of(line) + 1)
      if needed <= columns {
        line += (line.isEmpty ? "" : " ") + word
        continue
      }
      if !line.isEmpty { lines.append(line) }
      line = ""
      var width = 0
      for character in word {
        let more = TerminalWidth.of(character)
        if width + more > columns, !line.isEmpty {
          lines.append(line)
          (line, width) = ("", 0)
        }
        line.append(character)
        width += more
      }
    }
    return lines + [line]
  }

  /// Returns the end of the text in at most the given columns, after an ellipsis if it is cut.
  package func truncatedAtStart(to columns: Int) -> String {
    guard TerminalWidth.of(self) > columns else { return self }
    guard columns > 0 else { return "" }
    var width = 0
    let end = reversed().prefix { character in
      width += TerminalWidth.of(character)
      return width <= columns - 1
    }
    return "…" + String(end.reversed())
  }
}
