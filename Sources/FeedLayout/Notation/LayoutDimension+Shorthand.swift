extension LayoutDimension {
  /// Parses the short form of a length.
  ///
  /// | short form | length |
  /// | --- | --- |
  /// | `50%` | half of the container's length on the same axis |
  /// | `50%w`, `50%h` | half of the container's width, half of its height |
  /// | `44` | 44 points |
  /// | `~44` | an estimate of 44 points, replaced by the measured length |
  /// | `=44`, `uniform(44)` | an estimate of 44 points; all siblings take the largest length |
  ///
  /// - Throws: ``LayoutError`` with code ``LayoutError/Code/badShorthand`` if it is invalid.
  public init(shorthand text: String, axis: Axis) throws(LayoutError) {
    let trimmed = text.trimmingSpaces()
    let bad = LayoutError(
      .badShorthand,
      "'\(text)' is not a length",
      hint: "use 50%, 50%w, 50%h, 44, ~44 or =44"
    )
    func number(_ part: Substring) throws(LayoutError) -> Double {
      guard let value = Double(plain: part), value <= WireNumber.lengths.upperBound else {
        throw bad
      }
      return value
    }
    if trimmed.hasSuffix("%w") {
      self = .fractionalWidth(try number(trimmed.dropLast(2)) / 100)
    } else if trimmed.hasSuffix("%h") {
      self = .fractionalHeight(try number(trimmed.dropLast(2)) / 100)
    } else if trimmed.hasSuffix("%") {
      let fraction = try number(trimmed.dropLast()) / 100
      self = axis == .horizontal ? .fractionalWidth(fraction) : .fractionalHeight(fraction)
    } else if trimmed.hasPrefix("~") {
      self = .estimated(try number(trimmed.dropFirst()))
    } else if trimmed.hasPrefix("=") {
      self = .uniformAcrossSiblings(estimate: try number(trimmed.dropFirst()))
    } else if trimmed.hasPrefix("uniform("), trimmed.hasSuffix(")") {
      self = .uniformAcrossSiblings(estimate: try number(trimmed.dropFirst(8).dropLast()))
    } else {
      self = .absolute(try number(trimmed))
    }
  }
}

extension Double {
  /// Parses decimal digits with at most one point; rejects signs, exponents and words.
  init?(plain text: Substring) {
    let text = text.trimmingSpaces()
    guard !text.isEmpty, text.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == ".") }),
      text.first != ".", text.last != ".", let value = Double(String(text))
    else { return nil }
    self = value
  }
}

extension StringProtocol {
  /// The text without leading and trailing spaces.
  func trimmingSpaces() -> Substring {
    var text = Substring(self)
    while text.first == " " { text.removeFirst() }
    while text.last == " " { text.removeLast() }
    return text
  }
}
