/// The 64-bit hash FNV-1a (Fowler, Noll and Vo), which is simple to implement in any language.
///
/// Without 64-bit integers, as in JavaScript, two halves suffice: the prime is 2⁴⁰ + 435.
package struct FNV1a {
  static let start: UInt64 = 0xcbf2_9ce4_8422_2325
  static let prime: UInt64 = 0x0000_0100_0000_01b3
  /// The terminator of a text; not a byte of valid UTF-8.
  package static let end: UInt8 = 0xFF

  /// The hash of the added bytes.
  package private(set) var value = FNV1a.start

  /// Creates the hash of no bytes.
  package init() {}

  /// Adds a byte.
  package mutating func add(_ byte: UInt8) { add(word: UInt64(byte)) }

  /// Adds a word in one step, if the order of its bytes does not matter.
  mutating func add(word: UInt64) { value = (value ^ word) &* FNV1a.prime }

  /// Adds the UTF-8 bytes of a text and the terminator.
  package mutating func add(_ text: String) {
    add(bytes: text)
    add(FNV1a.end)
  }

  mutating func add(bytes text: String) {
    for byte in text.utf8 { add(byte) }
  }

  /// Adds bytes in order.
  ///
  /// It is not generic, because other modules would call the witness of a sequence for each byte.
  package mutating func add(bytes: ArraySlice<UInt8>) {
    for byte in bytes { add(byte) }
  }

  /// Adds the eight bytes of a word, the most significant first.
  mutating func add(bytes word: UInt64) {
    for shift in stride(from: 56, through: 0, by: -8) {
      add(UInt8(truncatingIfNeeded: word >> UInt64(shift)))
    }
  }
}
