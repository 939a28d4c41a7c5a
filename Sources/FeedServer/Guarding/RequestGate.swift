import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOHTTPTypes

/// What all requests of a connection pass before anything is routed: hosts, sizes, times, one at a time.
///
/// A connection that breaks a rule gets an answer that says which, and is closed.
final class RequestGate: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart
  typealias InboundOut = HTTPRequestPart
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  private enum State {
    /// Between two requests.
    case idle
    /// A request has begun that has not come to its end.
    case reading
    /// The request is there, its answer is not.
    case answering
    /// Nothing that comes is read any more.
    case closing
  }

  private let rules: GateRules
  private var state = State.idle
  /// Whether the answer has begun, and whether it is complete.
  private var (hasAnswer, isAnswered) = (false, false)
  /// The peer whose page has sent the request.
  private var peer: ServerOrigin?
  private var bodyBytes = 0
  private var bodyLimit = 0
  private var deadline: Scheduled<Void>?
  /// What came before the answer to the request ahead of it was done.
  private var waiting: [HTTPRequestPart] = []
  private var hasBegun = false
  /// Counts the bytes that lead to no part of a request; `nil` in a stream of HTTP/2.
  private var bytes: ByteGate?
  /// The gate of the connection that the stream of HTTP/2 is one of; `nil` in HTTP/1.1.
  private var connection: ConnectionGate?

  init(_ rules: GateRules) { self.rules = rules }

  // MARK: The connection

  func handlerAdded(context: ChannelHandlerContext) {
    let pipeline = context.pipeline.syncOperations
    if (try? pipeline.context(handlerType: HTTPResponseEncoder.self)) != nil {
      let bytes = ByteGate(rules.limits.headerBytes + rules.limits.targetBytes + 4096)
      try? pipeline.addHandler(bytes, position: .first)
      self.bytes = bytes
    } else {
      connection = try? context.channel.parent?.pipeline.syncOperations.handler(
        type: ConnectionGate.self
      )
    }
    guard context.channel.isActive else { return }
    begin(context)
  }

  func channelActive(context: ChannelHandlerContext) {
    begin(context)
    context.fireChannelActive()
  }

  private func begin(_ context: ChannelHandlerContext) {
    guard !hasBegun else { return }
    hasBegun = true
    guard connection?.didOpenStream() ?? true else {
      connection = nil
      return close(context)
    }
    expect(in: rules.limits.headerTime, context, .slowHeaders)
  }

  func channelInactive(context: ChannelHandlerContext) {
    end()
    context.fireChannelInactive()
  }

  func handlerRemoved(context: ChannelHandlerContext) { end() }

  private func end() {
    deadline?.cancel()
    deadline = nil
    if hasBegun { connection?.didCloseStream(isAnswered: hasAnswer) }
    connection = nil
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    guard error is HTTPParserError else {
      context.close(promise: nil)
      return
    }
    let isTooLarge = (error as? HTTPParserError) == .headerOverflow
    refuse(
      isTooLarge ? .headersTooLarge : .malformed,
      as: isTooLarge ? .largeHeaders : .malformedRequests,
      context
    )
  }

  // MARK: Requests

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let part = unwrapInboundIn(data)
    bytes?.unused = 0
    switch state {
    case .closing: return
    case .answering:
      // One read brings no more than a few requests; what is too much is not answered at all.
      waiting.append(part)
      if waiting.count > 256 { close(context) }
    case .idle, .reading: take(part, context)
    }
  }

  private func take(_ part: HTTPRequestPart, _ context: ChannelHandlerContext) {
    switch part {
    case .head(let request):
      if let (refusal, counter) = refusal(of: request, context) {
        return refuse(refusal, as: counter, context)
      }
      rules.counters.add(.requests)
      state = .reading
      peer = rules.hosts.peer(of: request)
      (hasAnswer, isAnswered) = (false, false)
      bodyBytes = 0
      expect(in: rules.limits.bodyTime, context, .slowBodies)
    case .body(let bytes):
      bodyBytes += bytes.readableBytes
      guard bodyBytes <= bodyLimit else {
        return refuse(.bodyTooLarge(bodyLimit), as: .largeBodies, context)
      }
    case .end:
      deadline?.cancel()
      deadline = nil
      state = .answering
    }
    context.fireChannelRead(wrapInboundOut(part))
    if case .end = part, isAnswered { goOn(context) }
  }

  private func refusal(
    of request: HTTPRequest,
    _ context: ChannelHandlerContext
  ) -> (Refusal, Counter)? {
    guard request.path?.utf8.count ?? 0 <= rules.limits.targetBytes else {
      return (.targetTooLong(rules.limits.targetBytes), .largeHeaders)
    }
    let port = context.channel.localAddress?.port ?? 0
    if let found = rules.hosts.refusal(of: request, port: port) {
      return (found.refusal, found.counter)
    }
    bodyLimit = rules.limits.bodyBytes(of: request.path ?? "")
    if let length = request.headerFields[.contentLength], let count = Int(length), count > bodyLimit
    {
      return (.bodyTooLarge(bodyLimit), .largeBodies)
    }
    return nil
  }

  // MARK: Answers

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    guard state != .closing else {
      promise?.fail(ChannelError.ioOnClosedChannel)
      return
    }
    var part = unwrapOutboundIn(data)
    if case .head(var response) = part {
      hasAnswer = true
      rules.headers.add(to: &response, readableBy: peer)
      part = .head(response)
    }
    context.write(wrapOutboundOut(part), promise: promise)
    guard case .end = part else { return }
    isAnswered = true
    if state == .answering { goOn(context) }
  }

  /// Takes the next request.
  private func goOn(_ context: ChannelHandlerContext) {
    state = .idle
    expect(in: rules.limits.headerTime, context, .slowHeaders)
    guard !waiting.isEmpty else { return }
    while state == .idle || state == .reading, !waiting.isEmpty {
      take(waiting.removeFirst(), context)
    }
    // What was read earlier comes as if it were read now.
    context.fireChannelReadComplete()
  }

  /// Answers with what is wrong, and closes the connection once that is read.
  private func refuse(_ refusal: Refusal, as counter: Counter, _ context: ChannelHandlerContext) {
    guard state != .closing else { return }
    rules.counters.add(counter)
    guard state != .answering, !(state == .reading && isAnswered) else { return close(context) }
    state = .closing
    hasAnswer = true
    deadline?.cancel()
    var response = HTTPResponse(status: refusal.status)
    let body = ByteBuffer(bytes: refusal.json)
    response.headerFields[.contentType] = "application/json"
    response.headerFields[.contentLength] = String(body.readableBytes)
    // HTTP/2 closes the stream, and knows no such header.
    if bytes != nil { response.headerFields[.connection] = "close" }
    response.headerFields[.cacheControl] = "no-store"
    rules.headers.add(to: &response, readableBy: nil)
    context.write(wrapOutboundOut(.head(response)), promise: nil)
    context.write(wrapOutboundOut(.body(body)), promise: nil)
    context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    context.close(mode: .output, promise: nil)
    // What the client still sends would have the system take the answer back, so it is read for a while.
    let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
    deadline = context.eventLoop.scheduleTask(in: .milliseconds(500)) {
      bound.value.close(promise: nil)
    }
  }

  private func close(_ context: ChannelHandlerContext) {
    state = .closing
    waiting = []
    deadline?.cancel()
    context.close(promise: nil)
  }

  /// Ends the connection unless something else happens before that.
  private func expect(in time: Duration, _ context: ChannelHandlerContext, _ counter: Counter) {
    deadline?.cancel()
    let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
    deadline = context.eventLoop.scheduleTask(in: TimeAmount(time)) {
      let (gate, context) = bound.value
      if gate.state == .idle, counter == .slowHeaders {
        // Between two requests there may be nothing to answer.
        if !gate.isAnswered || gate.bytes?.unused ?? 0 > 0 { gate.rules.counters.add(counter) }
        gate.close(context)
      } else {
        gate.refuse(.slow, as: counter, context)
      }
    }
  }
}

/// What a gate goes by, the same for all connections of a server.
struct GateRules: Sendable {
  let hosts: HostRules
  let limits: ServerLimits
  let connections: ConnectionCount
  let counters: Counters
  let headers: SecurityHeaders
  let isSecure: Bool
}

extension ServerLimits {
  /// How long the body of a request may be.
  fileprivate func bodyBytes(of path: String) -> Int {
    path.hasPrefix("/v1/messages") || path.hasPrefix("/v1/documents/") ? messageBytes : bodyBytes
  }
}
