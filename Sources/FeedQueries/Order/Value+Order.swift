package import FeedModel

extension Value {
  /// Compares two values as SQLite's `ORDER BY` does: NULL, then numbers, then texts, then blobs.
  ///
  /// Integers and reals are compared exactly: the integer 2^53 + 1 sorts after the real 2^53. A
  /// conversion of either to the other's type would lose the difference.
  ///
  /// - Returns: A negative number, zero or a positive number if this value sorts before, equal to or after `other`.
  /// - Complexity: O(*length*) of texts and blobs.
  package func compare(_ other: Value, collation: Collation = .binary) -> Int {
    switch (self, other) {
    case (.integer(let left), .integer(let right)): left < right ? -1 : left == right ? 0 : 1
    case (.text(let left), .text(let right)): collation.compare(left, right)
    case (.real(let left), .real(let right)): left < right ? -1 : left == right ? 0 : 1
    case (.integer(let left), .real(let right)): Value.compare(left, right)
    case (.real(let left), .integer(let right)): -Value.compare(right, left)
    case (.blob(let left), .blob(let right)): Value.compare(left, right)
    default: storageClass - other.storageClass
    }
  }

  private var storageClass: Int {
    switch self {
    case .null: 0
    case .integer, .real: 1
    case .text: 2
    case .blob: 3
    }
  }

  private static func compare(_ integer: Int64, _ real: Double) -> Int {
    if real >= 0x1p63 { return -1 }
    if real < -0x1p63 { return 1 }
    let whole = Int64(real)
    if integer != whole { return integer < whole ? -1 : 1 }
    let fraction = real - Double(whole)
    return fraction > 0 ? -1 : fraction < 0 ? 1 : 0
  }

  private static func compare(_ left: [UInt8], _ right: [UInt8]) -> Int {
    for (a, b) in zip(left, right) where a != b { return Int(a) - Int(b) }
    return left.count - right.count
  }

  /// The value as the key of a group or of a parent; an integral real becomes an integer.
  var asKey: Value {
    guard case .real(let real) = self, let integer = Int64(exactly: real) else { return self }
    return .integer(integer)
  }

  /// Returns the value as the key of a group or of a parent, with texts folded by a collation.
  func asKey(_ collation: Collation) -> Value {
    guard collation != .binary, case .text(let text) = self else { return asKey }
    return .text(collation.folded(text))
  }
}

extension ObjectKey {
  /// Compares two keys value by value, like `ORDER BY` with the columns of the primary key.
  ///
  /// - Parameter collations: The collations of the columns; empty if all are compared by bytes.
  /// - Returns: A negative number, zero or a positive number if this key sorts before, equal to or after `other`.
  func compare(_ other: ObjectKey, by collations: [Collation] = []) -> Int {
    if case .integer(let left) = self, case .integer(let right) = other {
      return left < right ? -1 : left == right ? 0 : 1
    }
    for (index, (left, right)) in zip(values, other.values).enumerated() {
      let order = left.compare(right, collation: collations.isEmpty ? .binary : collations[index])
      if order != 0 { return order }
    }
    return values.count - other.values.count
  }
}
