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

extension DirectionalInsets {
  /// Creates insets from one, two or four numbers.
  ///
  /// One number applies to all edges. Two numbers apply to top and bottom, and to leading and
  /// trailing. Four numbers apply to top, leading, bottom and trailing.
  ///
  /// - Throws: ``LayoutError`` with code ``LayoutError/Code/badShorthand`` for any other count.
  public init(shorthand numbers: [Double]) throws(LayoutError) {
    switch numbers.count {
    case 1:
      self.init(
        top: numbers[0],
        leading: numbers[0],
        bottom: numbers[0],
        trailing: numbers[0]
      )
    case 2:
      self.init(
        top: numbers[0],
        leading: numbers[1],
        bottom: numbers[0],
        trailing: numbers[1]
      )
    case 4:
      self.init(
        top: numbers[0],
        leading: numbers[1],
        bottom: numbers[2],
        trailing: numbers[3]
      )
    default:
      throw LayoutError(
        .badShorthand,
        "\(numbers.count) numbers are not valid insets",
        hint: "give one, two or four"
      )
    }
  }
}

extension LayoutSpacing {
  /// Parses the short form of a spacing: `8` is exactly 8 points, `>=8` at least 8 points.
  ///
  /// - Throws: ``LayoutError`` with code ``LayoutError/Code/badShorthand`` if it is invalid.
  public init(shorthand text: String) throws(LayoutError) {
    let trimmed = text.trimmingSpaces()
    let isFlexible = trimmed.hasPrefix(">=")
    guard let points = Double(plain: isFlexible ? trimmed.dropFirst(2) : trimmed),
      points <= WireNumber.lengths.upperBound
    else {
      throw LayoutError(
        .badShorthand,
        "'\(text)' is not a spacing",
        hint: "use 8 for exactly 8 points, or >=8 for at least 8"
      )
    }
    self = isFlexible ? .flexible(points) : .fixed(points)
  }
}

extension Double {
  /// Parses decimal digits with at most one point; rejects signs, exponents and words.
  fileprivate init?(plain text: Substring) {
    let text = text.trimmingSpaces()
    guard !text.isEmpty, text.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == ".") }),
      text.first != ".", text.last != ".", let value = Double(String(text))
    else { return nil }
    self = value
  }
}

extension StringProtocol {
  /// The text without leading and trailing spaces.
  fileprivate func trimmingSpaces() -> Substring {
    var text = Substring(self)
    while text.first == " " { text.removeFirst() }
    while text.last == " " { text.removeLast() }
    return text
  }
}
