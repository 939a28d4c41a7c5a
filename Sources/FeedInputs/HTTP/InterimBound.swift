import NIOCore
import NIOHTTP1

/// A handler that closes a connection with too many interim answers (1xx) before the answer.
final class InterimBound: ChannelInboundHandler {
  typealias InboundIn = HTTPClientResponsePart
  typealias InboundOut = HTTPClientResponsePart

  /// The server has sent too many interim answers.
  struct Exceeded: Error {}

  /// The maximum number of interim answers to a request.
  static let most = 16

  private var count = 0

  /// Watches the answers on a connection.
  ///
  /// - Returns: A future that succeeds as soon as the handler is in place.
  static func watch(_ channel: any Channel) -> EventLoopFuture<Void> {
    channel.eventLoop.submit {
      let pipeline = channel.pipeline.syncOperations
      let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPResponseDecoder>.self)
      try pipeline.addHandler(InterimBound(), position: .after(decoder))
    }
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard count <= Self.most else { return }
    if case .head(let head) = unwrapInboundIn(data) {
      count = (100..<200).contains(head.status.code) ? count + 1 : 0
      guard count <= Self.most else {
        context.fireErrorCaught(Exceeded())
        return context.close(promise: nil)
      }
    }
    context.fireChannelRead(data)
  }
}
