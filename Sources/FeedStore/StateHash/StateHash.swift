/// A number computed from all rows of a store: stores with the same rows have the same hash.
///
/// It is the sum of a hash of each row, so that a commit changes it only by the rows that it
/// changes.
package struct StateHash: Hashable, Sendable {
  /// The sum, modulo 2⁶⁴.
  package var value: UInt64

  /// Creates a hash from a sum.
  package init(_ value: UInt64) { self.value = value }

  /// Creates a hash from its ``description``.
  package init?(_ text: String) {
    guard text.utf8.count == 16, let value = UInt64(text, radix: 16) else { return nil }
    self.value = value
  }
}

extension StateHash: CustomStringConvertible {
  /// Sixteen hexadecimal digits.
  package var description: String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}

/// The hash of a row while its values are added, in their order.
///
/// It is the same on every machine and in every release, since replicas compare sums of it.
struct RowHash {
  private var value: UInt64

  /// Starts the hash of a row.
  init(of table: String) {
    value = 0xcbf2_9ce4_8422_2325
    var name = table
    name.withUTF8 { unsafe add(text: UnsafeRawBufferPointer($0)) }
  }

  /// Adds a word.
  private mutating func add(_ word: UInt64) {
    value = (value ^ word) &* 0x9e37_79b9_7f4a_7c15
    value ^= value >> 32
  }

  /// Adds NULL.
  mutating func addNull() { add(0) }

  /// Adds an integer.
  mutating func add(integer: Int64) {
    add(1)
    add(UInt64(bitPattern: integer))
  }

  /// Adds a real, as an integer if it equals one: an untyped column may store either.
  mutating func add(real: Double) {
    if let integer = Int64(exactly: real) { return add(integer: integer) }
    add(2)
    add(real.bitPattern)
  }

  /// Adds a text, in UTF-8.
  mutating func add(text: UnsafeRawBufferPointer) {
    add(3)
    unsafe add(bytes: text)
  }

  /// Adds a blob.
  mutating func add(blob: UnsafeRawBufferPointer) {
    add(4)
    unsafe add(bytes: blob)
  }

  private mutating func add(bytes: UnsafeRawBufferPointer) {
    add(UInt64(bytes.count))
    var start = 0
    while start + 8 <= bytes.count {
      add(UInt64(littleEndian: unsafe bytes.loadUnaligned(fromByteOffset: start, as: UInt64.self)))
      start += 8
    }
    guard start < bytes.count else { return }
    var word: UInt64 = 0
    for index in (start..<bytes.count).reversed() { word = word << 8 | UInt64(unsafe bytes[index]) }
    add(word)
  }

  /// The hash of the row; each bit depends on everything added, so that sums of hashes differ.
  var sum: UInt64 {
    var value = value
    value = (value ^ value >> 30) &* 0xbf58_476d_1ce4_e5b9
    value = (value ^ value >> 27) &* 0x94d0_49bb_1331_11eb
    return value ^ value >> 31
  }
}
