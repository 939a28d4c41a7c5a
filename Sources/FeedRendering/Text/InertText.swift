extension String {
  /// The text with nothing in it that a terminal could take for a command.
  ///
  /// Line ends and tabs become spaces. Control characters become `�`, and so do the invisible ones
  /// that turn the direction of writing or hide. Of marks piled on one character, a few are kept.
  var inert: String {
    if utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return self }
    var text = ""
    for character in self {
      let scalars = character.unicodeScalars
      if scalars.count > String.mostScalarsInCharacter {
        text.unicodeScalars.append(
          contentsOf: scalars.prefix(String.mostScalarsInCharacter).map(String.inert)
        )
      } else {
        text.unicodeScalars.append(contentsOf: scalars.lazy.map(String.inert))
      }
    }
    return text
  }

  /// Enough for a family of emoji and for every script; too few to blot out the line above.
  private static let mostScalarsInCharacter = 12

  private static func inert(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    switch scalar.properties.generalCategory {
    case .control: scalar == "\n" || scalar == "\r" || scalar == "\t" ? " " : "\u{FFFD}"
    case .lineSeparator, .paragraphSeparator: " "
    // The joiners shape emoji and Indic scripts.
    case .format where scalar.value != 0x200C && scalar.value != 0x200D: "\u{FFFD}"
    case .surrogate, .unassigned: "\u{FFFD}"
    default: scalar
    }
  }

  /// The text in exactly so many columns: cut with an ellipsis, or padded.
  ///
  /// A text is cut between characters as people see them; where a wide one would stick out, a space
  /// stands instead.
  ///
  /// - Parameters:
  ///   - columns: How many columns there are.
  ///   - alignment: The side on which the text stands.
  /// - Returns: The text, exactly so wide.
  func fitted(to columns: Int, _ alignment: TextAlignment = .leading) -> String {
    let text = truncated(to: columns)
    let padding = String(repeating: " ", count: max(0, columns - TerminalWidth.of(text)))
    return alignment == .leading ? text + padding : padding + text
  }

  /// The text in at the most so many columns, cut with an ellipsis.
  func truncated(to columns: Int) -> String {
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
}

/// The side of a cell on which its text stands.
enum TextAlignment { case leading, trailing }
