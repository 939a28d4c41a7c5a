import NIOCore

/// An event in its wire format, encoded once for all clients that get it.
struct Frame: Sendable {
  /// The kind of an event.
  enum Kind: Sendable { case image, patch, heartbeat, bye, nothing }

  let kind: Kind
  /// The version that a client holds after the event.
  let version: Int
  /// The event with the chunk framing of HTTP/1.1.
  let chunk: ByteBuffer
  /// The event alone; it shares the memory of the chunk.
  let event: ByteBuffer

  /// Creates a frame for an event.
  ///
  /// - Parameters:
  ///   - version: The version that a client holds after the event.
  ///   - text: The event of the stream, including the empty line at its end.
  init(_ kind: Kind, version: Int, text: [UInt8]) {
    self.kind = kind
    self.version = version
    var buffer = ByteBuffer()
    buffer.reserveCapacity(text.count + 12)
    buffer.writeString(String(text.count, radix: 16) + "\r\n")
    let start = buffer.writerIndex
    buffer.writeBytes(text)
    event = buffer.getSlice(at: start, length: text.count) ?? ByteBuffer()
    buffer.writeString("\r\n")
    chunk = buffer
  }

  var size: Int { event.readableBytes }

  /// Returns a placeholder for a version with an unchanged view; it is not sent.
  static func nothing(_ version: Int) -> Frame { Frame(.nothing, version: version, text: []) }
}
