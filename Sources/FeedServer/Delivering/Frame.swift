import NIOCore

/// An event as it goes over the wire, encoded once for all who get it.
struct Frame: Sendable {
  /// What the event is.
  enum Kind: Sendable { case image, patch, heartbeat, bye, nothing }

  let kind: Kind
  /// The version that its reader holds afterwards.
  let version: Int
  /// The event with the framing of a chunk of HTTP/1.1 around it.
  let chunk: ByteBuffer
  /// The event alone, which shares the chunk's memory.
  let event: ByteBuffer

  /// Frames an event.
  ///
  /// - Parameters:
  ///   - kind: What the event is.
  ///   - version: The version that its reader holds afterwards.
  ///   - text: The event as a stream of events has it, the empty line at its end included.
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

  /// Stands for a version that shows what the client holds already; it is not sent.
  static func nothing(_ version: Int) -> Frame { Frame(.nothing, version: version, text: []) }
}
