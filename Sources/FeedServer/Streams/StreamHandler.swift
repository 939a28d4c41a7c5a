import FeedEngine
import FeedModel
import FeedWire
import Foundation
import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOHTTPTypes

/// A handler that takes stream requests from a connection and serves them on its event loop.
///
/// All other requests pass through to the router. A stream is the last request of its connection, and the
/// router's task for the connection ends.
final class StreamHandler: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart
  typealias InboundOut = HTTPRequestPart
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  private enum State {
    case passing
    /// The head of the request has arrived, its end has not.
    case opening(HTTPRequest)
    /// The client's right to read is looked up.
    case waiting
    case streaming(Stream)
    case refused
  }

  private let loops: StreamLoops
  private var state = State.passing

  init(_ loops: StreamLoops) { self.loops = loops }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch (state, unwrapInboundIn(data)) {
    case (.passing, .head(let request)) where request.isStream: state = .opening(request)
    case (.opening(let request), .end): authorize(request, context)
    case (.passing, _): context.fireChannelRead(data)
    case (.opening, _), (.waiting, _), (.streaming, _), (.refused, _): break
    }
  }

  private func authorize(_ request: HTTPRequest, _ context: ChannelHandlerContext) {
    let (reader, hub, feed) = (loops.reader, loops.hub, loops.feed)
    if context.pipeline.syncOperations.isOldVersion { return refuse(.oldVersion, context) }
    if reader.isOpen {
      do throws(Refusal) {
        let query = try StreamQuery(request, .everything, of: hub)
        if !query.view.hasOwnWindows { return open(query, until: nil, context) }
      } catch { return refuse(error, context) }
    }
    state = .waiting
    let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
    let loop = context.eventLoop
    Task {
      let answer: Result<(StreamQuery, ReadRight), Refusal>
      do throws(Refusal) {
        let right = try await reader.right(of: request)
        var query = try StreamQuery(request, right, of: hub)
        await query.openWindows { await feed.engine.shownItem(named: $0) }
        answer = .success((query, right))
      } catch { answer = .failure(error) }
      loop.execute {
        let (handler, context) = bound.value
        guard case .waiting = handler.state else { return }
        switch answer {
        case .success(let (query, right)): handler.open(query, until: right.end, context)
        case .failure(let refusal): handler.refuse(refusal, context)
        }
      }
    }
  }

  private func open(_ query: StreamQuery, until end: Date?, _ context: ChannelHandlerContext) {
    guard let loop = loops[context.eventLoop] else { return context.close(promise: nil) }
    var response = HTTPResponse(status: .ok)
    response.headerFields[.contentType] = "text/event-stream"
    response.headerFields[.cacheControl] = "no-store"
    response.headerFields[.vary] = "Accept-Encoding"
    if query.isCompressed { response.headerFields[.contentEncoding] = "gzip" }
    // Reverse proxies that support this header forward events without buffering.
    response.headerFields[.xAccelBuffering] = "no"
    context.writeAndFlush(wrapOutboundOut(.head(response)), promise: nil)
    // The stream splits its events itself.
    let pipeline = context.pipeline.syncOperations
    if let pacer = try? pipeline.context(handlerType: AnswerPacer.self) {
      pipeline.removeHandler(context: pacer, promise: nil)
    }
    let stream = Stream(query, context)
    state = .streaming(stream)
    loops.hub.counters.add(.streams)
    loop.add(stream)
    if let end { stream.end(at: end) }
    // The router's task waits for a request. An error ends the task and frees most of the memory of the
    // connection.
    context.fireErrorCaught(StreamTaken())
  }

  private func refuse(_ refusal: Refusal, _ context: ChannelHandlerContext) {
    state = .refused
    var response = HTTPResponse(status: refusal.status)
    let body = ByteBuffer(bytes: refusal.json)
    response.headerFields[.contentType] = "application/json"
    response.headerFields[.contentLength] = String(body.readableBytes)
    if refusal.status == .unauthorized { response.headerFields[.wwwAuthenticate] = "Bearer" }
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
    // A half-closed connection means that the client has left; in HTTP/2 it is the normal end of a request.
    case ChannelEvent.inputClosed where stream.hasConnection: context.close(promise: nil)
    default: context.fireUserInboundEventTriggered(event)
    }
  }

  func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
    // The router's task closes the connection when it ends; keep the stream open.
    if case .streaming = state { return promise?.succeed() ?? () }
    context.close(mode: mode, promise: promise)
  }

  func channelInactive(context: ChannelHandlerContext) {
    forget(context)
    context.fireChannelInactive()
  }

  func handlerRemoved(context: ChannelHandlerContext) { forget(context) }

  private func forget(_ context: ChannelHandlerContext) {
    if case .waiting = state { state = .refused }
    guard case .streaming(let stream) = state else { return }
    state = .refused
    loops.hub.counters.add(.streamsEnded)
    loops[context.eventLoop]?.remove(stream)
  }
}

/// The error that ends the router's handling of a connection that has become a stream.
private struct StreamTaken: Error {}

/// The streams of all event loops.
struct StreamLoops: Sendable {
  let hub: Hub
  let reader: Reader
  let feed: CurrentFeed
  /// The streams with windows.
  let names = StreamNames()
  private let ports: [ObjectIdentifier: LoopPort]

  /// Creates the loops of a group, and registers them with the hub.
  init(
    _ hub: Hub,
    _ reader: Reader,
    _ feed: CurrentFeed,
    on group: any EventLoopGroup
  ) async throws {
    self.hub = hub
    self.reader = reader
    self.feed = feed
    var ports: [ObjectIdentifier: LoopPort] = [:]
    let names = names
    for loop in group.makeIterator() {
      let port = try await loop.submit { LoopPort(StreamLoop(loop, hub, names)) }.get()
      ports[ObjectIdentifier(loop)] = port
      hub.add(port)
    }
    self.ports = ports
  }

  /// The streams of a loop; use them only on that loop.
  subscript(loop: any EventLoop) -> StreamLoop? { ports[ObjectIdentifier(loop)]?.value }

  /// Ends all streams.
  func drain() { for port in ports.values { port.drain() } }

  /// Waits until all streams have ended.
  func ended() async throws {
    for port in ports.values { try await port.ended() }
  }
}

extension Refusal {
  /// The events of a stream are sent in chunks, which HTTP/1.0 does not have.
  fileprivate static let oldVersion = Refusal(
    .httpVersionNotSupported,
    "old-version",
    "a stream needs HTTP/1.1 or HTTP/2",
    hint: "nginx: proxy_http_version 1.1"
  )
}

extension HTTPRequest {
  /// Whether the request asks for the stream.
  var isStream: Bool {
    guard method == .get, let path else { return false }
    return path == "/v1/stream" || path.hasPrefix("/v1/stream?")
  }
}

extension HTTPField.Name {
  static var xAccelBuffering: Self { Self("X-Accel-Buffering") ?? .via }
}
