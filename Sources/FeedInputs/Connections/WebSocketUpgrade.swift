import NIOCore
import NIOHTTP1
import NIOWebSocket

/// The result of the request that opens a WebSocket.
enum WebSocketUpgrade: Sendable {
  case upgraded(Connection)
  case refused(Refusal)

  /// The answer of a source that opens no WebSocket.
  struct Refusal: Sendable {
    var code: Int
    var headers: HTTPHeaders
  }

  /// The maximum number of frames of one message.
  private static let mostFragments = 1 << 16

  /// Sends the request.
  static func start(
    on channel: any Channel,
    _ request: HTTPRequestHead,
    _ failure: ConnectionFailure
  ) throws -> EventLoopFuture<WebSocketUpgrade> {
    let pipeline = channel.pipeline.syncOperations
    let upgrader = NIOTypedWebSocketClientUpgrader<WebSocketUpgrade>(
      maxFrameSize: LineCutter.mostBytes,
      upgradePipelineHandler: { channel, head in
        channel.eventLoop.makeCompletedFuture {
          try check(head, of: request)
          return .upgraded(try upgrade(channel, failure))
        }
      }
    )
    let configuration = NIOTypedHTTPClientUpgradeConfiguration<WebSocketUpgrade>(
      upgradeRequestHead: request,
      upgraders: [upgrader],
      notUpgradingCompletionHandler: { channel in
        channel.eventLoop.makeCompletedFuture { .refused(Refusal(code: 0, headers: [:])) }
      }
    )
    let watch = AnswerWatch()
    var setup = NIOUpgradableHTTPClientPipelineConfiguration(upgradeConfiguration: configuration)
    // The first frames may arrive together with the answer.
    setup.leftOverBytesStrategy = .forwardBytes
    let result = try pipeline.configureUpgradableHTTPClientPipeline(configuration: setup)
    // The handler of the upgrade does not pass on the head of a refusal.
    let decoder = try pipeline.context(handlerType: ByteToMessageHandler<HTTPResponseDecoder>.self)
    try pipeline.addHandler(watch, position: .after(decoder.handler))
    let bound = NIOLoopBound(watch, eventLoop: channel.eventLoop)
    return result.map { outcome in
      guard case .refused = outcome else { return outcome }
      channel.close(promise: nil)
      let head = bound.value.head
      return .refused(
        Refusal(code: Int(head?.status.code ?? 0), headers: head?.headers ?? [:])
      )
    }
  }

  /// Checks the parts of an answer that the upgrade itself does not check.
  private static func check(_ head: HTTPResponseHead, of request: HTTPRequestHead) throws {
    let asked = request.headers[canonicalForm: "Sec-WebSocket-Protocol"]
    let chosen = head.headers[canonicalForm: "Sec-WebSocket-Protocol"]
    if let chosen = chosen.first, !asked.contains(chosen) {
      throw InputError(
        .brokenBody,
        "the source has chosen the subprotocol '\(String(chosen).asServerWords)', which was not offered"
      )
    }
    if let name = head.headers[canonicalForm: "Sec-WebSocket-Extensions"].first {
      throw InputError(
        .brokenBody,
        "the source uses the extension '\(String(name).asServerWords)', which was not offered"
      )
    }
  }

  private static func upgrade(
    _ channel: any Channel,
    _ failure: ConnectionFailure
  ) throws -> Connection {
    let pipeline = channel.pipeline.syncOperations
    try pipeline.handler(type: ConnectionGuard.self).met()
    try pipeline.addHandler(
      NIOWebSocketFrameAggregator(
        minNonFinalFragmentSize: 0,
        maxAccumulatedFrameCount: mostFragments,
        maxAccumulatedFrameSize: LineCutter.mostBytes
      )
    )
    try pipeline.addHandlers(WebSocketMessages(), ErrorWatch(failure))
    return try Connection(wrappingChannelSynchronously: channel)
  }
}

/// A handler that keeps the head of an answer.
private final class AnswerWatch: ChannelInboundHandler {
  typealias InboundIn = HTTPClientResponsePart
  typealias InboundOut = HTTPClientResponsePart

  private(set) var head: HTTPResponseHead?
  /// Whether the answer is complete; messages of another type follow.
  private var isOver = false

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    if !isOver {
      switch unwrapInboundIn(data) {
      case .head(let head): self.head = head
      case .end: isOver = true
      case .body: break
      }
    }
    context.fireChannelRead(data)
  }
}
