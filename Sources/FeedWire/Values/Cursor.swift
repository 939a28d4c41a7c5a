/// The version that a client holds, written `EPOCH:VERSION`.
///
/// Parsing is strict, because a cursor is untrusted input: an invalid cursor is `nil`, and its client gets an
/// image.
///
/// ```swift
/// Cursor("9f86d081:41")?.version   // 41
/// Cursor("9f86d081:+41")           // nil
/// ```
public struct Cursor: Hashable, Sendable {
  /// The history of versions.
  public let epoch: Epoch
  /// The number of the version.
  public let version: Int

  /// Creates a cursor.
  ///
  /// - Precondition: The version is not negative.
  public init(epoch: Epoch, version: Int) {
    precondition(version >= 0, "version \(version) is negative")
    self.epoch = epoch
    self.version = version
  }
}

extension Cursor: LosslessStringConvertible {
  /// The epoch, a colon and the version.
  public var description: String { "\(epoch):\(version)" }

  /// Parses a cursor, or returns `nil`.
  ///
  /// - Parameter text: The written form, without signs, leading zeros or spaces, and with a version that fits into
  ///   64 bits.
  public init?(_ text: String) {
    let parts = text.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    guard parts.count == 2, let epoch = Epoch(String(parts[0]) ?? "") else { return nil }
    let digits = parts[1]
    guard (1...19).contains(digits.count), digits.count == 1 || digits.first != UInt8(ascii: "0"),
      digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
      let version = String(digits).flatMap({ Int($0) })
    else { return nil }
    self.init(epoch: epoch, version: version)
  }
}
