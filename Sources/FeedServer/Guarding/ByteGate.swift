import NIOCore
import NIOHTTP1

/// Counts the bytes of a connection until they make a part of a request: what never does is too long.
final class ByteGate: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer

  /// The bytes since the last part.
  var unused = 0
  /// Whether they are a request of `HEAD`, as far as their beginning was seen.
  private(set) var isHead = false
  private let most: Int

  init(_ most: Int) { self.most = most }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let bytes = unwrapInboundIn(data)
    if unused == 0 { isHead = bytes.readableBytesView.starts(with: "HEAD ".utf8) }
    unused += bytes.readableBytes
    context.fireChannelRead(data)
    guard unused > most else { return }
    unused = 0
    context.fireErrorCaught(HTTPParserError.headerOverflow)
  }
}
