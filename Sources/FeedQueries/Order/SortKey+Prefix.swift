import FeedModel

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
  fileprivate static func prefix(
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

extension Collation {
  /// Returns the first compared bytes of a text, in 62 bits.
  fileprivate func prefix(of text: Text) -> UInt64 {
    guard let plain = text.plain else { return prefix(of: text.bytes.span) }
    return prefix(of: plain.utf8.span)
  }

  private func prefix(of bytes: Span<UInt8>) -> UInt64 {
    switch self {
    case .binary: return SortTerm.prefix(of: bytes, count: bytes.count) { $0 }
    case .nocase:
      // Bytes after a zero byte are not compared, so they must not influence the prefix.
      var count = 0
      while count < min(7, bytes.count), bytes[count] != 0 { count += 1 }
      return SortTerm.prefix(of: bytes, count: count) { fold($0) }
    case .rtrim: return SortTerm.prefix(of: bytes, count: trimmedCount(bytes)) { $0 }
    }
  }
}
