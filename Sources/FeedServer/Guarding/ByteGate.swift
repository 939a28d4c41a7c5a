import NIOCore
import NIOHTTP1

/// Counts the bytes of a connection until they make a part of a request: what never does is too long.
final class ByteGate: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer

  /// The bytes since the last part.
  var unused = 0
  private let most: Int

  init(_ most: Int) { self.most = most }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    unused += unwrapInboundIn(data).readableBytes
    context.fireChannelRead(data)
    guard unused > most else { return }
    unused = 0
    context.fireErrorCaught(HTTPParserError.headerOverflow)
  }
}
