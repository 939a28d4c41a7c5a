import Foundation
import NIOCore

/// A handler that splits a byte stream into lines, and ends the lines that it sends with CRLF.
final class LineMessages: ChannelDuplexHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = [IncomingMessage]
  typealias OutboundIn = SentMessage
  typealias OutboundOut = ByteBuffer

  private var cutter = LineCutter()

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let lines = cutter.cut(unwrapInboundIn(data).readableBytesView).map(Self.message)
    if !lines.isEmpty { context.fireChannelRead(wrapInboundOut(lines)) }
  }

  func channelInactive(context: ChannelHandlerContext) {
    // A last line without an end counts if it is a complete value.
    if let end = cutter.rest.last, end == UInt8(ascii: "}") || end == UInt8(ascii: "]"),
      (try? JSONSerialization.jsonObject(with: Data(cutter.rest))) != nil,
      let line = cutter.finish()
    {
      context.fireChannelRead(wrapInboundOut([Self.message(line)]))
    }
    if cutter.hasRest {
      context.fireErrorCaught(
        InputError(.brokenBody, "the source has ended the connection in the middle of a line")
      )
    }
    context.fireChannelInactive()
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    // A connection that is reset is cut as one that ends.
    guard !(error is InputError), cutter.finish() != nil else {
      return context.fireErrorCaught(error)
    }
    context.fireErrorCaught(
      InputError(.brokenBody, "the source has broken the connection in the middle of a line")
    )
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    guard case .message(let bytes) = unwrapOutboundIn(data) else {
      promise?.succeed()
      return
    }
    var buffer = context.channel.allocator.buffer(capacity: bytes.count + 2)
    buffer.writeBytes(bytes)
    buffer.writeStaticString("\r\n")
    context.write(wrapOutboundOut(buffer), promise: promise)
  }

  private static func message(_ line: LineCutter.Line) -> IncomingMessage {
    let most = LineCutter.mostBytes >> 20
    return IncomingMessage(
      bytes: line.bytes,
      problem: line.isTooLong ? "the line has more than \(most) MiB" : nil
    )
  }
}
