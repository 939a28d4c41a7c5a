/// A number made of the lines that have been read: two files with the same one begin alike.
///
/// What a line says counts, and not how it ends; lines that cannot be read at all do not count.
struct LineDigest: Hashable {
  private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  /// Adds a line.
  ///
  /// - Complexity: O(*n*) for *n* bytes, with a multiplication for eight of them.
  mutating func add(_ text: String, line: Int) {
    mix(UInt64(truncatingIfNeeded: line))
    var word: UInt64 = 0
    var count = 0
    let bytes = text.utf8.span
    for index in bytes.indices {
      word = word << 8 | UInt64(bytes[index])
      count += 1
      if count & 7 == 0 { mix(word) }
    }
    mix(word)
    mix(UInt64(truncatingIfNeeded: count))
  }

  private mutating func mix(_ word: UInt64) {
    let product = (value ^ word).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
    // Added and not combined alone, since a product of zero would forget all that came before.
    value = (product.high ^ product.low) &+ value.byteSwapped
  }
}
