/// A value of a column, a document's field or a key, in SQLite's five storage classes.
///
/// Two values are equal if SQLite would store them identically: the same class and the same bits.
/// An integer never equals a real here, although they may be equal in SQLite's `=`. The live
/// queries compare values in SQLite's order.
public enum Value: Hashable, Sendable {
  /// SQL's NULL, or JSON's null.
  case null
  /// A signed 64-bit integer.
  case integer(Int64)
  /// A double; never NaN, which SQLite stores as NULL.
  case real(Double)
  /// A text, compared by its bytes.
  case text(Text)
  /// Bytes.
  case blob([UInt8])
}

extension Value {
  /// The text, if the value is a text.
  public var string: String? {
    if case .text(let text) = self { return text.string }
    return nil
  }

  /// The integer, if the value is an integer.
  public var int64: Int64? {
    if case .integer(let integer) = self { return integer }
    return nil
  }

  /// The number as a double, if the value is an integer or a real.
  ///
  /// SQLite stores the price 3.0 as the integer 3 in a column without a type.
  public var double: Double? {
    switch self {
    case .integer(let integer): Double(integer)
    case .real(let real): real
    case .null, .text, .blob: nil
    }
  }

  /// The bytes, if the value is a blob.
  public var bytes: [UInt8]? {
    if case .blob(let bytes) = self { return bytes }
    return nil
  }

  /// Whether the value is SQL's NULL.
  public var isNull: Bool { self == .null }
}

// The name is not `nil`: `condition ? value : nil` would then be the value NULL instead of no
// value.
extension Value: ExpressibleByIntegerLiteral, ExpressibleByStringLiteral,
  ExpressibleByFloatLiteral
{
  /// An integer.
  public init(integerLiteral value: Int64) { self = .integer(value) }

  /// A text.
  public init(stringLiteral value: String) { self = .text(Text(value)) }

  /// A real.
  public init(floatLiteral value: Double) { self = .real(value) }
}
