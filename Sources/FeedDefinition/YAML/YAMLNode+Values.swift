import FeedModel

extension YAMLNode {
  var string: String? {
    switch scalar {
    case .text(let text), .ambiguous(let text): text
    default: nil
    }
  }

  /// The integer, or the integral value of a number: `3.0` counts as `3`.
  var integer: Int? {
    switch scalar {
    case .integer(let integer): Int(exactly: integer)
    case .number(let number): Int(exactly: number)
    default: nil
    }
  }

  var number: Double? {
    switch scalar {
    case .integer(let integer): Double(integer)
    case .number(let number): number
    default: nil
    }
  }

  var boolean: Bool? {
    if case .boolean(let boolean) = scalar { return boolean }
    return nil
  }

  /// The scalar as SQLite would store it: true is 1, false is 0.
  var value: Value? {
    switch scalar {
    case .null: .null
    case .boolean(let boolean): .integer(boolean ? 1 : 0)
    case .integer(let integer): .integer(integer)
    case .number(let number): .real(number)
    case .text(let text), .ambiguous(let text): .text(Text(text))
    case nil: nil
    }
  }

  /// The nodes of a list, or a single value as a list of one.
  var listOrSingle: [YAMLNode] { list ?? [self] }
}
