import CZlib

/// A decompressor for a body in pieces.
///
/// A body in `gzip` is a series of members (RFC 1952, 2.2), which are read as one text. Zeros after the last
/// member are padding, as for `gzip`; other bytes there are an error.
@safe
final class Inflater {
  /// The maximum size of a piece in bytes.
  private static let pieceBytes = 64 << 10

  private let isGzip: Bool
  private let mostInflation: Int
  private var stream = unsafe z_stream()
  private var input: [UInt8] = []
  /// The index of the next byte in the input.
  private var start = 0
  /// Whether zlib may have more output.
  private var isPending = false
  /// Whether the last byte was the end of a member.
  private var isBehindMember = true
  /// Whether only zeros may follow.
  private var isBehindEnd = false
  private var read = 0
  private var written = 0

  /// Creates a decompressor.
  ///
  /// - Parameters:
  ///   - isGzip: Whether the body has the gzip format, rather than that of zlib.
  ///   - mostInflation: The maximum number of bytes for each byte of the compressed form.
  init(isGzip: Bool, mostInflation: Int) {
    (self.isGzip, self.mostInflation) = (isGzip, mostInflation)
    // 15 bits of window; 16 more select the header of gzip instead of that of zlib.
    _ = unsafe inflateInit2_(
      &stream,
      isGzip ? 15 + 16 : 15,
      ZLIB_VERSION,
      Int32(MemoryLayout<z_stream>.size)
    )
  }

  deinit { unsafe inflateEnd(&stream) }

  /// Adds compressed bytes.
  func add(_ bytes: some Collection<UInt8>) {
    input = Array(input[start...]) + bytes
    start = 0
    read += bytes.count
  }

  /// Decompresses the next piece.
  ///
  /// - Returns: The piece; `nil` if more compressed bytes are needed.
  /// - Throws: ``InputError`` if the bytes are broken, or too long for their compressed form.
  func next() throws(InputError) -> [UInt8]? {
    while start < input.count || isPending {
      if isBehindMember, start < input.count, try !begin() { continue }
      let (piece, status) = inflate()
      guard status == Z_OK || status == Z_STREAM_END || status == Z_BUF_ERROR else {
        throw InputError(
          .brokenBody,
          "a compressed body is corrupt",
          hint: "configure the source to send it uncompressed"
        )
      }
      isPending = status == Z_OK && piece.count == Self.pieceBytes
      isBehindMember = status == Z_STREAM_END
      written += piece.count
      guard written <= read * mostInflation else {
        throw InputError(
          .tooLarge,
          "a compressed body is more than \(mostInflation) times as large as its compressed form",
          hint: "configure the source to send it uncompressed"
        )
      }
      if !piece.isEmpty { return piece }
      if status == Z_BUF_ERROR { return nil }
    }
    return nil
  }

  /// Checks that the body ends at the end of a member.
  ///
  /// - Throws: ``InputError`` if the body is incomplete.
  func finish() throws(InputError) {
    guard isBehindMember else {
      throw InputError(.brokenBody, "a compressed body is incomplete")
    }
  }

  /// Starts a member, unless the next byte is padding.
  private func begin() throws(InputError) -> Bool {
    let isFirst = unsafe stream.total_in == 0
    if !isFirst {
      if input[start] == 0 {
        isBehindEnd = true
        start += 1
        return false
      }
      guard isGzip, !isBehindEnd, input[start] == 0x1F else {
        throw InputError(
          .brokenBody,
          "a compressed body has other bytes after its end",
          hint: "configure the source to send it uncompressed"
        )
      }
      unsafe inflateReset(&stream)
    }
    isBehindMember = false
    return true
  }

  private func inflate() -> (piece: [UInt8], status: Int32) {
    var status = Z_OK
    let available = input.count - start
    let piece = unsafe [UInt8](unsafeUninitializedCapacity: Self.pieceBytes) { output, count in
      unsafe input.withUnsafeMutableBufferPointer { input in
        unsafe stream.next_in = input.baseAddress.map { unsafe $0 + start }
        unsafe stream.avail_in = UInt32(available)
        unsafe stream.next_out = output.baseAddress
        unsafe stream.avail_out = UInt32(output.count)
        unsafe status = CZlib.inflate(&stream, Z_NO_FLUSH)
        start += unsafe available - Int(stream.avail_in)
        count = unsafe output.count - Int(stream.avail_out)
      }
    }
    return (piece, status)
  }
}
