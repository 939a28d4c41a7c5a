import FeedModel
import FeedStore

/// The direction, the place of NULLs and the collation of one term of an order.
struct SortTerm: Hashable, Sendable {
  /// Whether larger values come first.
  var isDescending = false
  /// Whether NULLs come first; SQLite's default is first if ascending, last if descending.
  var nullsFirst = true
  /// The collation of texts.
  var collation = Collation.binary

  func compare(_ left: Value, _ right: Value) -> Int {
    switch (left, right) {
    case (.null, .null): return 0
    case (.null, _): return nullsFirst ? -1 : 1
    case (_, .null): return nullsFirst ? 1 : -1
    default:
      let order = left.compare(right, collation: collation)
      return isDescending ? -order : order
    }
  }
}

/// The values that order an object, one for each term.
enum SortKey: Hashable, Sendable {
  /// The value of an order with one term: the most frequent case, without an allocation.
  case one(Value)
  /// The values of an order with several terms or none.
  case many(ContiguousArray<Value>)

  /// Compares two keys of the same order.
  ///
  /// - Returns: A negative number, zero or a positive number if this key sorts before, equal to or after `other`.
  func compare(_ other: SortKey, by terms: [SortTerm]) -> Int {
    switch (self, other) {
    case (.one(let left), .one(let right)):
      return terms[0].compare(left, right)
    case (.many(let left), .many(let right)):
      for index in terms.indices {
        let order = terms[index].compare(left[index], right[index])
        if order != 0 { return order }
      }
      return 0
    default:
      preconditionFailure("sort keys of \(terms.count) terms in two forms")
    }
  }
}

extension SortKey {
  /// The values, one for each term.
  var values: [Value] {
    switch self {
    case .one(let value): [value]
    case .many(let values): Array(values)
    }
  }
}

extension SortTerm {
  func prefix(of value: Value) -> UInt64 {
    let prefix: UInt64
    switch value {
    case .null: return nullsFirst ? 0 : .max
    // Rounding preserves the order; an integer that equals a real gets the same prefix.
    case .integer(let integer): prefix = Self.prefix(of: Double(integer))
    case .real(let real): prefix = Self.prefix(of: real)
    case .text(let text): prefix = 2 << 62 | collation.prefix(of: text)
    case .blob(let bytes): prefix = 3 << 62 | Self.prefix(of: bytes.span, count: bytes.count) { $0 }
    }
    return isDescending ? ~prefix : prefix
  }

  private static func prefix(of real: Double) -> UInt64 {
    // The two zeros compare equal.
    let bits = real == 0 ? 0 : real.bitPattern
    let ordered = bits >> 63 == 1 ? ~bits : bits | 1 << 63
    return 1 << 62 | ordered >> 2
  }

  @inline(__always)
  static func prefix(
    of bytes: Span<UInt8>,
    count: Int,
    fold: (UInt8) -> UInt8
  ) -> UInt64 {
    var prefix: UInt64 = 0
    for index in 0..<7 {
      prefix = prefix << 8 | (index < count ? UInt64(fold(bytes[index])) : 0)
    }
    return prefix << 6
  }
}

extension SortKey {
  /// Returns a number that orders keys approximately.
  ///
  /// The prefix of a key is never larger than that of a key that sorts after it, and equal keys have
  /// equal prefixes. If two prefixes are equal, the keys must be compared.
  func prefix(by terms: [SortTerm]) -> UInt64 {
    guard let term = terms.first else { return 0 }
    switch self {
    case .one(let value): return term.prefix(of: value)
    case .many(let values): return values.first.map { term.prefix(of: $0) } ?? 0
    }
  }
}
