/// One history of versions; clients with versions of another history start again with an image.
///
/// An epoch is part of headers and event ids, so it consists of 1 to 64 ASCII letters and digits, `-`, `_` and
/// `.`.
///
/// ```swift
/// Epoch("9f86d081")     // an epoch
/// Epoch("two words")    // nil
/// ```
public struct Epoch: Hashable, Sendable, LosslessStringConvertible {
  /// The written form of the epoch.
  public let description: String

  /// Parses an epoch, or returns `nil`.
  public init?(_ description: String) {
    let count = description.utf8.count
    guard (1...64).contains(count), description.utf8.allSatisfy(Self.isPlain) else { return nil }
    self.description = description
  }

  /// Creates the epoch for the inputs of a history, such as a store's identity and its feed file.
  public init(of parts: some Sequence<String>) {
    var hash = FNV1a()
    for part in parts { hash.add(part) }
    description = Checksum(hash.value).description
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
      UInt8(ascii: "."):
      true
    default: false
    }
  }
}
