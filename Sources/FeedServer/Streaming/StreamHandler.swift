import FeedModel
import FeedWire
import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOHTTPTypes

/// Takes requests for the stream out of a connection, and serves them on its event loop.
///
/// Everything else is passed on to the router. Behind a stream nothing else comes on the connection, and
/// the router's task for it ends.
final class StreamHandler: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart
  typealias InboundOut = HTTPRequestPart
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  private enum State {
    case passing
    /// The head of the request is there, its end is not.
    case opening(Result<StreamQuery, Refusal>)
    case streaming(Stream)
    case refused
  }

  private let loops: StreamLoops
  private var state = State.passing

  init(_ loops: StreamLoops) { self.loops = loops }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch (state, unwrapInboundIn(data)) {
    case (.passing, .head(let request)) where request.isStream:
      let hub = loops.hub
      state = .opening(
        Result { () throws(Refusal) in try StreamQuery(request, of: hub) }
      )
    case (.opening(.success(let query)), .end): open(query, context)
    case (.opening(.failure(let refusal)), .end): refuse(refusal, context)
    case (.passing, _): context.fireChannelRead(data)
    case (.opening, _), (.streaming, _), (.refused, _): break
    }
  }

  private func open(_ query: StreamQuery, _ context: ChannelHandlerContext) {
    guard let loop = loops[context.eventLoop] else { return context.close(promise: nil) }
    var response = HTTPResponse(status: .ok)
    response.headerFields[.contentType] = "text/event-stream"
    response.headerFields[.cacheControl] = "no-store"
    // Reverse proxies that know this header pass events on at once.
    response.headerFields[.xAccelBuffering] = "no"
    context.writeAndFlush(wrapOutboundOut(.head(response)), promise: nil)
    // The stream divides its events itself.
    let pipeline = context.pipeline.syncOperations
    if let pacer = try? pipeline.context(handlerType: AnswerPacer.self) {
      pipeline.removeHandler(context: pacer, promise: nil)
    }
    let stream = Stream(query, context)
    state = .streaming(stream)
    loops.hub.counters.add(.streams)
    loop.add(stream)
    // The router's task waits for a request; after an error it ends, and with it most of the memory that
    // a connection has.
    context.fireErrorCaught(StreamTaken())
  }

  private func refuse(_ refusal: Refusal, _ context: ChannelHandlerContext) {
    state = .refused
    var response = HTTPResponse(status: refusal.status)
    let body = ByteBuffer(bytes: refusal.json)
    response.headerFields[.contentType] = "application/json"
    response.headerFields[.contentLength] = String(body.readableBytes)
    context.write(wrapOutboundOut(.head(response)), promise: nil)
    context.write(wrapOutboundOut(.body(body)), promise: nil)
    let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
    let done = context.eventLoop.makePromise(of: Void.self)
    done.futureResult.whenComplete { _ in bound.value.close(promise: nil) }
    context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: done)
  }

  // MARK: The connection

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    if case .streaming(let stream) = state {
      stream.didChangeWritability()
      if stream.isWritable { loops[context.eventLoop]?.didBecomeWritable(stream) }
    }
    context.fireChannelWritabilityChanged()
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    guard case .streaming(let stream) = state else {
      return context.fireUserInboundEventTriggered(event)
    }
    switch event {
    case is ChannelShouldQuiesceEvent: stream.end(.drain, retry: .random(in: 500...5000))
    // The client has gone away, or half of it has, which comes to the same; in HTTP/2 a request ends so.
    case ChannelEvent.inputClosed where stream.hasConnection: context.close(promise: nil)
    default: context.fireUserInboundEventTriggered(event)
    }
  }

  func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
    // The router's task closes the connection when it ends; the stream goes on.
    if case .streaming = state { return promise?.succeed() ?? () }
    context.close(mode: mode, promise: promise)
  }

  func channelInactive(context: ChannelHandlerContext) {
    forget(context)
    context.fireChannelInactive()
  }

  func handlerRemoved(context: ChannelHandlerContext) { forget(context) }

  private func forget(_ context: ChannelHandlerContext) {
    guard case .streaming(let stream) = state else { return }
    state = .refused
    loops.hub.counters.add(.streamsEnded)
    loops[context.eventLoop]?.remove(stream)
  }
}

/// Ends the router's handling of a request whose connection has become a stream.
private struct StreamTaken: Error {}

/// The streams of all event loops.
struct StreamLoops: Sendable {
  let hub: Hub
  private let ports: [ObjectIdentifier: LoopPort]

  /// Has the hub tell the loops of a group of every version.
  init(_ hub: Hub, on group: any EventLoopGroup) async throws {
    self.hub = hub
    var ports: [ObjectIdentifier: LoopPort] = [:]
    for loop in group.makeIterator() {
      let port = try await loop.submit { LoopPort(StreamLoop(loop, hub)) }.get()
      ports[ObjectIdentifier(loop)] = port
      hub.add(port)
    }
    self.ports = ports
  }

  /// The streams of a loop, on that loop.
  subscript(loop: any EventLoop) -> StreamLoop? { ports[ObjectIdentifier(loop)]?.value }

  /// Ends all streams.
  func drain() { for port in ports.values { port.drain() } }

  /// Waits until all streams have ended.
  func ended() async throws {
    for port in ports.values { try await port.ended() }
  }
}

extension HTTPRequest {
  /// Whether the stream is asked for.
  var isStream: Bool {
    guard method == .get, let path else { return false }
    return path == "/v1/stream" || path.hasPrefix("/v1/stream?")
  }
}

extension HTTPField.Name {
  static var xAccelBuffering: Self { Self("X-Accel-Buffering") ?? .via }
}
