/// The hash FNV-1a of 64 bits (Fowler, Noll and Vo), which every language computes in five lines.
///
/// Where there are no integers of 64 bits, as in JavaScript, two halves do: the prime is 2⁴⁰ + 435.
package struct FNV1a {
  static let start: UInt64 = 0xcbf2_9ce4_8422_2325
  static let prime: UInt64 = 0x0000_0100_0000_01b3
  /// Ends a text, in which it cannot stand, since it is not a byte of UTF-8.
  package static let end: UInt8 = 0xFF

  /// The hash of what was added.
  package private(set) var value = FNV1a.start

  /// Makes the hash of no bytes.
  package init() {}

  /// Adds a byte.
  package mutating func add(_ byte: UInt8) { add(word: UInt64(byte)) }

  /// Adds a word at once, where order counts but its bytes need not be told apart.
  mutating func add(word: UInt64) { value = (value ^ word) &* FNV1a.prime }

  /// Adds the UTF-8 of a text and its end.
  package mutating func add(_ text: String) {
    add(bytes: text)
    add(FNV1a.end)
  }

  mutating func add(bytes text: String) {
    for byte in text.utf8 { add(byte) }
  }

  /// Adds bytes, in their order.
  ///
  /// It is not generic: other modules would call a sequence's witness for each byte.
  package mutating func add(bytes: ArraySlice<UInt8>) {
    for byte in bytes { add(byte) }
  }

  /// Adds the eight bytes of a word, the highest first.
  mutating func add(bytes word: UInt64) {
    for shift in stride(from: 56, through: 0, by: -8) {
      add(UInt8(truncatingIfNeeded: word >> UInt64(shift)))
    }
  }
}
