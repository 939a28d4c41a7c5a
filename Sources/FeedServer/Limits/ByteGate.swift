import NIOCore
import NIOHTTP1

/// A counter of the received bytes that do not complete a part of a request; rejects too many.
final class ByteGate: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer

  /// The number of bytes since the last part.
  var unused = 0
  /// Whether these bytes begin with `HEAD`.
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
