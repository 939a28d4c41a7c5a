import CZlib

/// A compressor for the gzip format, at a fast level.
enum Gzip {
  /// The header of a stream (RFC 1952, 2.3).
  static let header: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF]

  /// Compresses bytes.
  ///
  /// - Returns: The compressed bytes with gzip's header, or `nil` if zlib has no memory.
  static func compress(_ bytes: [UInt8]) -> [UInt8]? {
    // 15 bits of window, and 16 for the header of gzip instead of zlib's own.
    deflate(bytes, windowBits: 15 + 16, Z_FINISH)
  }

  /// Compresses bytes to blocks that end at a byte and refer to nothing before them.
  static func blocks(_ bytes: [UInt8]) -> [UInt8] {
    deflate(bytes, windowBits: -15, Z_SYNC_FLUSH) ?? stored(bytes)
  }

  /// Returns the end of a stream: an empty last block, the checksum and the length.
  static func end(checksum: UInt, count: Int) -> [UInt8] {
    let numbers = [UInt32(truncatingIfNeeded: checksum), UInt32(truncatingIfNeeded: count)]
    return [3, 0]
      + numbers.flatMap { number in (0..<4).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) } }
  }

  /// Returns the CRC-32 of bytes.
  static func checksum(_ bytes: [UInt8]) -> UInt {
    unsafe bytes.withUnsafeBufferPointer { unsafe crc32(0, $0.baseAddress, UInt32($0.count)) }
  }

  /// Returns the CRC-32 of bytes that are followed by others.
  static func checksum(_ first: UInt, _ second: UInt, count: Int) -> UInt {
    crc32_combine(first, second, count)
  }

  /// Returns bytes as blocks without compression.
  private static func stored(_ bytes: [UInt8]) -> [UInt8] {
    var blocks: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 0xFFFF) {
      let part = bytes[start..<min(start + 0xFFFF, bytes.count)]
      let (low, high) = (UInt8(part.count & 0xFF), UInt8(part.count >> 8))
      blocks += [0, low, high, ~low, ~high] + part
    }
    return blocks
  }

  /// Returns compressed bytes, or `nil` if zlib has no memory.
  private static func deflate(_ bytes: [UInt8], windowBits: Int32, _ flush: Int32) -> [UInt8]? {
    var stream = unsafe z_stream()
    let opened = unsafe deflateInit2_(
      &stream,
      4,
      Z_DEFLATED,
      windowBits,
      8,
      Z_DEFAULT_STRATEGY,
      ZLIB_VERSION,
      Int32(MemoryLayout<z_stream>.size)
    )
    guard opened == Z_OK else { return nil }
    defer { unsafe deflateEnd(&stream) }
    // A flush adds an empty block.
    let room = unsafe Int(deflateBound(&stream, UInt(bytes.count))) + 16
    var input = bytes
    var isDone = false
    let output = unsafe [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
      unsafe input.withUnsafeMutableBufferPointer { input in
        unsafe stream.next_in = input.baseAddress
        unsafe stream.avail_in = UInt32(input.count)
        unsafe stream.next_out = buffer.baseAddress
        unsafe stream.avail_out = UInt32(buffer.count)
        let result = unsafe CZlib.deflate(&stream, flush)
        unsafe isDone = result == (flush == Z_FINISH ? Z_STREAM_END : Z_OK) && stream.avail_in == 0
        count = unsafe Int(stream.total_out)
      }
    }
    return isDone ? output : nil
  }
}
