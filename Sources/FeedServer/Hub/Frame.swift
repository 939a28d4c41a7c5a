import NIOCore
import Synchronization

/// An event in its wire format, encoded once for all clients that get it.
struct Frame: Sendable {
  /// The kind of an event.
  enum Kind: Sendable { case stream, image, patch, heartbeat, bye, nothing }

  let kind: Kind
  /// The version that a client holds after the event.
  let version: Int
  /// The event with the chunk framing of HTTP/1.1.
  let chunk: ByteBuffer
  /// The event alone; it shares the memory of the chunk.
  let event: ByteBuffer
  private let deflating = Deflating()

  /// Creates a frame for an event.
  ///
  /// - Parameters:
  ///   - version: The version that a client holds after the event.
  ///   - text: The event of the stream, including the empty line at its end.
  init(_ kind: Kind, version: Int, text: [UInt8]) {
    self.kind = kind
    self.version = version
    (chunk, event) = Self.chunk(text)
  }

  /// Returns bytes with the chunk framing of HTTP/1.1, and alone.
  static func chunk(_ bytes: [UInt8]) -> (chunk: ByteBuffer, bytes: ByteBuffer) {
    var buffer = ByteBuffer()
    buffer.reserveCapacity(bytes.count + 12)
    buffer.writeString(String(bytes.count, radix: 16) + "\r\n")
    let start = buffer.writerIndex
    buffer.writeBytes(bytes)
    let slice = buffer.getSlice(at: start, length: bytes.count) ?? ByteBuffer()
    buffer.writeString("\r\n")
    return (buffer, slice)
  }

  /// The event as compressed blocks, which all compressed streams share.
  ///
  /// Computed once, by the first caller.
  var deflated: Deflated {
    deflating.value.withLock { value in
      if let value { return value }
      let deflated = Deflated(Array(event.readableBytesView))
      value = deflated
      return deflated
    }
  }

  private final class Deflating: Sendable {
    let value: Mutex<Deflated?> = Mutex(nil)
  }

  /// An event as blocks of DEFLATE (RFC 1951) that refer to nothing before them.
  ///
  /// Such blocks can follow each other in any order, so clients with different histories share them.
  struct Deflated: Sendable {
    /// The blocks with the chunk framing of HTTP/1.1, and alone.
    let chunk: ByteBuffer
    let blocks: ByteBuffer
    /// The checksum and the number of the uncompressed bytes.
    let checksum: UInt
    let count: Int

    init(_ bytes: [UInt8]) {
      (chunk, blocks) = Frame.chunk(Gzip.blocks(bytes))
      checksum = Gzip.checksum(bytes)
      count = bytes.count
    }
  }

  var size: Int { event.readableBytes }

  /// Returns a placeholder for a version with an unchanged view; it is not sent.
  static func nothing(_ version: Int) -> Frame { Frame(.nothing, version: version, text: []) }
}
