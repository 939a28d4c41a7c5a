/// A rule by which SQLite compares texts; the three that it has built in.
public enum Collation: String, Hashable, Sendable {
  /// By UTF-8 bytes.
  case binary = "BINARY"
  /// By UTF-8 bytes, after folding the 26 letters of ASCII to lower case.
  case nocase = "NOCASE"
  /// By UTF-8 bytes, without the spaces at the end.
  case rtrim = "RTRIM"
}

extension Collation {
  /// Compares two texts as SQLite does.
  ///
  /// - Parameters:
  ///   - lhs: A text.
  ///   - rhs: Another text.
  /// - Returns: Below zero, zero or above zero as `lhs` stands before, beside or after `rhs`.
  /// - Complexity: O(*length*).
  func compare(_ lhs: String, _ rhs: String) -> Int {
    let left = lhs.utf8.span
    let right = rhs.utf8.span
    switch self {
    case .binary: return bytes(left, left.count, right, right.count) { $0 }
    case .nocase:
      return bytes(left, left.count, right, right.count) { fold($0) }
    case .rtrim:
      return bytes(left, trimmedCount(left), right, trimmedCount(right)) { $0 }
    }
  }

  @inline(__always)
  private func bytes(
    _ left: Span<UInt8>,
    _ leftCount: Int,
    _ right: Span<UInt8>,
    _ rightCount: Int,
    fold: (UInt8) -> UInt8
  ) -> Int {
    for index in 0..<min(leftCount, rightCount) {
      let difference = Int(fold(left[index])) - Int(fold(right[index]))
      if difference != 0 { return difference }
    }
    return leftCount - rightCount
  }

  /// A byte as NOCASE compares it.
  @inline(__always)
  func fold(_ byte: UInt8) -> UInt8 { byte &- 65 < 26 ? byte | 32 : byte }

  /// How many bytes RTRIM compares.
  func trimmedCount(_ bytes: Span<UInt8>) -> Int {
    var count = bytes.count
    while count > 0, bytes[count - 1] == 32 { count -= 1 }
    return count
  }
}
