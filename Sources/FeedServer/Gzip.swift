import CZlib

/// A compressor for the gzip format, at a fast level.
enum Gzip {
  /// Compresses bytes.
  ///
  /// - Parameter bytes: The bytes.
  /// - Returns: The compressed bytes with gzip's header, or `nil` if zlib has no memory.
  static func compress(_ bytes: [UInt8]) -> [UInt8]? {
    var stream = unsafe z_stream()
    // 15 bits of window, and 16 for the header of gzip instead of zlib's own.
    let opened = unsafe deflateInit2_(
      &stream,
      4,
      Z_DEFLATED,
      15 + 16,
      8,
      Z_DEFAULT_STRATEGY,
      ZLIB_VERSION,
      Int32(MemoryLayout<z_stream>.size)
    )
    guard opened == Z_OK else { return nil }
    defer { unsafe deflateEnd(&stream) }
    let room = unsafe Int(deflateBound(&stream, UInt(bytes.count)))
    var input = bytes
    var isDone = false
    let output = unsafe [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
      unsafe input.withUnsafeMutableBufferPointer { input in
        unsafe stream.next_in = input.baseAddress
        unsafe stream.avail_in = UInt32(input.count)
        unsafe stream.next_out = buffer.baseAddress
        unsafe stream.avail_out = UInt32(buffer.count)
        unsafe isDone = deflate(&stream, Z_FINISH) == Z_STREAM_END
        count = unsafe Int(stream.total_out)
      }
    }
    return isDone ? output : nil
  }
}
