import FeedModel

/// A built-in rule of SQLite for comparing texts.
public enum Collation: String, Hashable, Sendable {
  /// By UTF-8 bytes.
  case binary = "BINARY"
  /// By UTF-8 bytes, after folding the 26 letters of ASCII to lower case.
  ///
  /// Bytes after a zero byte are not compared, but their number is.
  case nocase = "NOCASE"
  /// By UTF-8 bytes, ignoring trailing spaces.
  case rtrim = "RTRIM"
}

extension Collation {
  /// Compares two texts as SQLite does.
  ///
  /// - Returns: A negative number, zero or a positive number if `lhs` sorts before, equal to or after `rhs`.
  /// - Complexity: O(*length*).
  func compare(_ lhs: Text, _ rhs: Text) -> Int {
    guard let left = lhs.plain, let right = rhs.plain else {
      return compare(lhs.bytes.span, rhs.bytes.span)
    }
    return compare(left.utf8.span, right.utf8.span)
  }

  private func compare(_ left: Span<UInt8>, _ right: Span<UInt8>) -> Int {
    switch self {
    case .binary: return bytes(left, left.count, right, right.count)
    case .nocase:
      for index in 0..<min(left.count, right.count) {
        let byte = fold(left[index])
        let difference = Int(byte) - Int(fold(right[index]))
        if difference != 0 { return difference }
        if byte == 0 { break }
      }
      return left.count - right.count
    case .rtrim: return bytes(left, trimmedCount(left), right, trimmedCount(right))
    }
  }

  @inline(__always)
  private func bytes(
    _ left: Span<UInt8>,
    _ leftCount: Int,
    _ right: Span<UInt8>,
    _ rightCount: Int
  ) -> Int {
    for index in 0..<min(leftCount, rightCount) {
      let difference = Int(left[index]) - Int(right[index])
      if difference != 0 { return difference }
    }
    return leftCount - rightCount
  }

  /// Returns a byte with ASCII letters in lower case.
  @inline(__always)
  func fold(_ byte: UInt8) -> UInt8 { byte &- 65 < 26 ? byte | 32 : byte }

  /// Returns the number of bytes without trailing spaces.
  func trimmedCount(_ bytes: Span<UInt8>) -> Int {
    var count = bytes.count
    while count > 0, bytes[count - 1] == 32 { count -= 1 }
    return count
  }

  /// Returns the representative of all texts that are equal to a text.
  func folded(_ text: Text) -> Text {
    var bytes = text.bytes
    switch self {
    case .binary: return text
    case .nocase:
      let end = bytes.firstIndex(of: 0) ?? bytes.count
      for index in bytes.indices { bytes[index] = index < end ? fold(bytes[index]) : 0 }
    case .rtrim: bytes.removeSubrange(trimmedCount(bytes.span)...)
    }
    return Text(bytes: bytes)
  }
}

extension Collation {
  /// Returns the first compared bytes of a text, in 62 bits.
  func prefix(of text: Text) -> UInt64 {
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
