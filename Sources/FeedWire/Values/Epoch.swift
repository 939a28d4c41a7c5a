/// One history of versions: clients that hold versions of another one start again with an image.
///
/// It stands in headers and in the ids of events, so that it is plain: 1 to 64 letters and digits of
/// ASCII, `-`, `_` and `.`.
///
/// ```swift
/// Epoch("9f86d081")     // an epoch
/// Epoch("two words")    // nil
/// ```
public struct Epoch: Hashable, Sendable, LosslessStringConvertible {
  /// The epoch as it is written.
  public let description: String

  /// Reads an epoch.
  ///
  /// - Parameter description: The epoch as it is written.
  public init?(_ description: String) {
    let count = description.utf8.count
    guard (1...64).contains(count), description.utf8.allSatisfy(Self.isPlain) else { return nil }
    self.description = description
  }

  /// Makes the epoch of what a history depends on, as the identity of a store and its feed file.
  ///
  /// - Parameter parts: What it depends on; other parts lead to another epoch.
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
