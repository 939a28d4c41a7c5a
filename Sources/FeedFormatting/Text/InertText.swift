extension String {
  /// The text as one line, without anything that a terminal could interpret as a command.
  ///
  /// Line ends and tabs become spaces. Control characters become `�`, and so do invisible
  /// characters that hide text or change the direction of writing, except joiners that change
  /// visible characters. Only a few of the marks on one character are kept.
  package var inert: String {
    if isPrintableASCII { return self }
    var text = ""
    for character in self {
      let scalars = character.unicodeScalars
      guard let first = scalars.first else { continue }
      var before = first
      for scalar in scalars.prefix(String.mostScalarsInCharacter) {
        text.unicodeScalars.append(String.inert(scalar, after: before, first: first))
        before = scalar
      }
    }
    return text
  }

  /// The same for a text of several lines; it keeps its line feeds.
  package var inertLines: String {
    if utf8.allSatisfy({ (0x20..<0x7F).contains($0) || $0 == UInt8(ascii: "\n") }) { return self }
    return unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
      .map { String($0).inert }
      .joined(separator: "\n")
  }

  /// Enough for a family of emoji and for every script, and too few to cover the line above.
  private static let mostScalarsInCharacter = 12

  private static func inert(
    _ scalar: Unicode.Scalar,
    after before: Unicode.Scalar,
    first: Unicode.Scalar
  ) -> Unicode.Scalar {
    switch scalar.properties.generalCategory {
    case .control: return scalar == "\n" || scalar == "\r" || scalar == "\t" ? " " : "\u{FFFD}"
    case .lineSeparator, .paragraphSeparator: return " "
    case .surrogate, .unassigned: return "\u{FFFD}"
    default: break
    }
    guard
      scalar.properties.isDefaultIgnorableCodePoint || scalar.properties.generalCategory == .format
    else { return scalar }
    switch scalar.value {
    // Variation selectors choose between a sign and its emoji, or between forms of an ideograph.
    case 0xFE00...0xFE0F, 0xE0100...0xE01EF: return scalar == first ? "\u{FFFD}" : scalar
    // The joiner shapes emoji; with the non-joiner it shapes Arabic and Indic scripts.
    case 0x200D where first.properties.isEmoji && first.value > 0xFF: return scalar
    case 0x200C, 0x200D: return (0x600...0xDFF).contains(before.value) ? scalar : "\u{FFFD}"
    // The flags of England, Scotland and Wales contain tags.
    case 0xE0020...0xE007F where first.value == 0x1F3F4: return scalar
    default: return "\u{FFFD}"
    }
  }
}
