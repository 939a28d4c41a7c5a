/// Escapes characters that JSON texts may contain but that a terminal could take for commands.
///
/// Bytes of UTF-8 arrive one at a time. A character that must be escaped is recognized at its last
/// byte, when its other bytes have been written; they are then removed.
package struct JSONEscaper {
  /// The last two bytes, the newer one below.
  private var latest: UInt16 = 0

  /// Returns foreign JSON with its texts made inert.
  ///
  /// JSON is ASCII outside of its texts, so the texts need not be located.
  ///
  /// - Parameter json: JSON in UTF-8, whose control characters below U+0020 are escaped.
  package static func inert(_ json: some Collection<UInt8>) -> [UInt8] {
    guard !json.allSatisfy({ $0 < 0x7F }) else { return Array(json) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(json.count)
    var escaper = JSONEscaper()
    for byte in json { escaper.write(byte, into: &bytes) }
    return bytes
  }

  init() {}

  /// Writes a byte of a text, or the escape of the character that the byte completes.
  mutating func write(_ byte: UInt8, into bytes: inout [UInt8]) {
    bytes.append(byte)
    if byte >= 0x7F, let (code, count) = hostile(byte) {
      bytes.removeLast(count)
      Self.escape(code, into: &bytes)
    }
    latest = latest << 8 | UInt16(byte)
  }

  /// Returns the character that ends with a byte, and its length in bytes, if it must be escaped.
  private func hostile(_ byte: UInt8) -> (code: UInt16, count: Int)? {
    switch (latest, byte) {
    case (_, 0x7F): (0x7F, 1)
    // The second set of control characters.
    case (_, 0x80...0x9F) where latest & 0xFF == 0xC2: (UInt16(byte), 2)
    // Arabic letter mark.
    case (_, 0x9C) where latest & 0xFF == 0xD8: (0x061C, 2)
    // Marks of direction, separators of lines and paragraphs, embeddings and overrides.
    case (0xE280, 0x8E...0x8F), (0xE280, 0xA8...0xAE): (0x2000 + UInt16(byte & 0x3F), 3)
    // Isolates.
    case (0xE281, 0xA6...0xA9): (0x2040 + UInt16(byte & 0x3F), 3)
    default: nil
    }
  }

  static func escape(_ code: UInt16, into bytes: inout [UInt8]) {
    bytes += [UInt8(ascii: "\\"), UInt8(ascii: "u")]
    for shift in [12, 8, 4, 0] as [UInt16] {
      let digit = UInt8(code >> shift & 15)
      bytes.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
    }
  }
}
