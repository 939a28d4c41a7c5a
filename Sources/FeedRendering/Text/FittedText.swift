extension String {
  /// Returns the text in exactly the given number of columns: cut with an ellipsis, or padded.
  ///
  /// A text is cut between characters as people see them; if a wide one does not fit, a space
  /// replaces it.
  package func fitted(to columns: Int, _ alignment: TextAlignment = .leading) -> String {
    let text = truncated(to: columns)
    let padding = String(repeating: " ", count: max(0, columns - TerminalWidth.of(text)))
    return alignment == .leading ? text + padding : padding + text
  }

  /// Returns the text in at most the given number of columns, cut with an ellipsis.
  package func truncated(to columns: Int) -> String {
    guard TerminalWidth.of(self) > columns else { return self }
    guard columns > 0 else { return "" }
    var text = ""
    var width = 0
    for character in self {
      let more = TerminalWidth.of(character)
      if width + more > columns - 1 { break }
      text.append(character)
      width += more
    }
    return text + "…"
  }

  /// The last word of the text if it contains a digit and is not the only one; otherwise `nil`.
  package var finalFigure: String? {
    guard let space = lastIndex(of: " ") else { return nil }
    let word = self[index(after: space)...]
    return word.contains(where: \.isNumber) ? String(word) : nil
  }

  /// Returns the text in exactly the given columns, cut before its final figure, or else at its
  /// end.
  ///
  /// Names of similar rows often differ only in that figure: `Total points 221.5` in 15 columns is
  /// `Total po… 221.5`.
  package func fittedBeforeFigure(to columns: Int) -> String {
    guard TerminalWidth.of(self) > columns, let space = lastIndex(of: " ") else {
      return fitted(to: columns)
    }
    let figure = self[space...]
    let room = columns - TerminalWidth.of(String(figure))
    guard figure.contains(where: \.isNumber), room >= columns / 2 else {
      return fitted(to: columns)
    }
    return self[..<space].description.fitted(to: room) + figure
  }
}

/// The side of a cell to which its text is aligned.
package enum TextAlignment { case leading, trailing }
