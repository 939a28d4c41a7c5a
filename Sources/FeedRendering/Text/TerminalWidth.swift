import FeedFormatting

/// The number of columns of a terminal that a text takes, which is the sum of its scalars for all but emoji.
package enum TerminalWidth {
  /// The columns of a text.
  package static func of(_ text: some StringProtocol) -> Int {
    if text.isPrintableASCII { return text.utf8.count }
    return text.reduce(0) { $0 + of($1) }
  }

  /// The columns of a character as people see it: those of its scalars, as terminals count them.
  ///
  /// Emoji are an exception: terminals draw one picture for a sequence of them.
  static func of(_ character: Character) -> Int {
    // ASCII, the most of what there is.
    if character.utf8.count == 1 { return 1 }
    let scalars = character.unicodeScalars
    guard let first = scalars.first else { return 0 }
    if scalars.count == 1 { return of(first) }
    guard first.properties.isEmoji else { return scalars.reduce(0) { $0 + of($1) } }
    // A variation selector asks for the picture of what would be a sign otherwise, or for the sign.
    for scalar in scalars.dropFirst() {
      if scalar.value == 0xFE0F { return 2 }
      if scalar.value == 0xFE0E { return 1 }
    }
    // Two regional indicators make a flag.
    if (0x1F1E6...0x1F1FF).contains(first.value) { return 2 }
    return first.value > 0xFF ? of(first) : scalars.reduce(0) { $0 + of($1) }
  }

  /// The columns of a scalar, as `wcwidth` has it.
  static func of(_ scalar: Unicode.Scalar) -> Int {
    let value = scalar.value
    if value < 0x300 { return 1 }
    // Lines, corners and blocks, of which boxes are drawn.
    if (0x2500...0x25A0).contains(value) { return 1 }
    if contains(WidthTable.zero, value) { return 0 }
    return contains(WidthTable.wide, value) ? 2 : 1
  }

  private static func contains(_ ranges: [ClosedRange<UInt32>], _ value: UInt32) -> Bool {
    var (low, high) = (0, ranges.count)
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].upperBound < value { low = middle + 1 } else { high = middle }
    }
    return low < ranges.count && ranges[low].contains(value)
  }
}
