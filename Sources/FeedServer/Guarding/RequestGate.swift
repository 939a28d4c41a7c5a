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
  /// The parts of the next requests, which arrived before the answer to this one was complete.
  private var waiting: [HTTPRequestPart] = []
  /// Whether there were too many of them, so that the connection ends when they are answered.
  private var isOverrun = false
  /// Whether the request is `HEAD`, whose answer has no content (RFC 9110, 9.3.2).
  private var isHead = false
  /// Whether the client sends the body only after 100 (Continue).
  private var awaitsContinue = false
  /// Whether the answer says that the connection ends after it.
  private var isLast = false
  /// The complete answers that the system has not taken yet.
  private var unsent = 0
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
    expectRequest(context)
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
    if state == .idle { isHead = bytes?.isHead ?? false }
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
      // One read brings no more than a few requests.
      guard waiting.count < 256 else {
        if !isOverrun { rules.counters.add(.pipelinedRequests) }
        isOverrun = true
        return
      }
      waiting.append(part)
    case .idle, .reading: take(part, context)
    }
  }

  private func take(_ part: HTTPRequestPart, _ context: ChannelHandlerContext) {
    switch part {
    case .head(let request):
      isHead = request.method == .head
      bodyLimit = rules.limits.bodyBytes(of: request.path ?? "")
      let port = context.channel.localAddress?.port ?? 0
      if let found = rules.refusal(of: request, port: port, isHTTP2: bytes == nil) {
        return refuse(found.refusal, as: found.counter, context)
      }
      rules.counters.add(.requests)
      state = .reading
      peer = rules.hosts.peer(of: request)
      (hasAnswer, isAnswered, isLast) = (false, false, false)
      awaitsContinue = request.headerFields[.expect]?.lowercased() == "100-continue"
      bodyBytes = 0
      expect(in: rules.limits.bodyTime, context, .slowBodies)
    case .body(let bytes):
      awaitsContinue = false
      bodyBytes += bytes.readableBytes
      guard bodyBytes <= bodyLimit else {
        return refuse(.bodyTooLarge(bodyLimit), as: .largeBodies, context)
      }
    case .end:
      awaitsContinue = false
      deadline?.cancel()
      deadline = nil
      state = .answering
    }
    context.fireChannelRead(wrapInboundOut(part))
    if case .end = part, isAnswered { goOn(context) }
  }

  // MARK: Answers

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    guard state != .closing else {
      promise?.fail(ChannelError.ioOnClosedChannel)
      return
    }
    switch unwrapOutboundIn(data) {
    case .head(var response):
      hasAnswer = true
      // A client that was not asked for the body may still send it, and the server cannot know.
      isLast = awaitsContinue && bytes != nil
      if isLast { response.headerFields[.connection] = "close" }
      rules.headers.add(to: &response, readableBy: peer)
      context.write(wrapOutboundOut(.head(response)), promise: promise)
    case .body where isHead: promise?.succeed()
    case .body: context.write(data, promise: promise)
    case .end: writeEnd(context, data, promise)
    }
  }

  private func writeEnd(
    _ context: ChannelHandlerContext,
    _ end: NIOAny,
    _ promise: EventLoopPromise<Void>?
  ) {
    let sent = promise ?? context.eventLoop.makePromise()
    unsent += 1
    sent.futureResult.assumeIsolated().whenSuccess { [weak self] in
      guard let self else { return }
      unsent -= 1
      if state == .idle { expectRequest(context) }
    }
    context.write(end, promise: sent)
    isAnswered = true
    if isLast {
      context.flush()
      finish(context)
    } else if state == .answering {
      goOn(context)
    }
  }

  func triggerUserOutboundEvent(
    context: ChannelHandlerContext,
    event: Any,
    promise: EventLoopPromise<Void>?
  ) {
    guard event is BodyWanted else {
      return context.triggerUserOutboundEvent(event, promise: promise)
    }
    guard awaitsContinue, state == .reading, !hasAnswer else { return promise?.succeed() ?? () }
    awaitsContinue = false
    context.writeAndFlush(wrapOutboundOut(.head(HTTPResponse(status: .continue))), promise: promise)
  }

  /// Takes the next request.
  private func goOn(_ context: ChannelHandlerContext) {
    state = .idle
    expectRequest(context)
    guard !waiting.isEmpty || isOverrun else { return }
    while state == .idle || state == .reading, !waiting.isEmpty {
      take(waiting.removeFirst(), context)
    }
    if isOverrun, state == .idle || state == .reading {
      context.flush()
      finish(context)
    }
    // What was read earlier comes as if it were read now.
    context.fireChannelReadComplete()
  }

  /// Answers with what is wrong, and closes the connection once that is read.
  private func refuse(_ refusal: Refusal, as counter: Counter, _ context: ChannelHandlerContext) {
    guard state != .closing else { return }
    rules.counters.add(counter)
    guard state != .answering, !(state == .reading && isAnswered) else { return close(context) }
    hasAnswer = true
    var response = HTTPResponse(status: refusal.status)
    let body = ByteBuffer(bytes: refusal.json)
    response.headerFields[.contentType] = "application/json"
    response.headerFields[.contentLength] = String(body.readableBytes)
    // HTTP/2 closes the stream, and knows no such header.
    if bytes != nil { response.headerFields[.connection] = "close" }
    response.headerFields[.cacheControl] = "no-store"
    rules.headers.add(to: &response, readableBy: nil)
    context.write(wrapOutboundOut(.head(response)), promise: nil)
    if !isHead { context.write(wrapOutboundOut(.body(body)), promise: nil) }
    context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    finish(context)
  }

  /// Closes the connection once its client has read what was written.
  private func finish(_ context: ChannelHandlerContext) {
    state = .closing
    waiting = []
    deadline?.cancel()
    context.close(mode: .output, promise: nil)
    // What the client still sends would have the system take the answer back, so it is read for a while.
    let patience = unsent == 0 ? .milliseconds(500) : rules.limits.stalledTime
    let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
    deadline = context.eventLoop.scheduleTask(in: TimeAmount(patience)) {
      bound.value.close(promise: nil)
    }
  }

  private func close(_ context: ChannelHandlerContext) {
    state = .closing
    waiting = []
    deadline?.cancel()
    context.close(promise: nil)
  }

  /// Ends the connection unless the last answer is taken, and then unless another request arrives.
  private func expectRequest(_ context: ChannelHandlerContext) {
    if unsent > 0 {
      expect(in: rules.limits.stalledTime, context, .slowClients)
    } else {
      expect(in: rules.limits.headerTime, context, .slowHeaders)
    }
  }

  /// Ends the connection unless something else happens before that.
  private func expect(in time: Duration, _ context: ChannelHandlerContext, _ counter: Counter) {
    deadline?.cancel()
    let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
    deadline = context.eventLoop.scheduleTask(in: TimeAmount(time)) {
      let (gate, context) = bound.value
      if gate.state == .idle {
        // Between two requests there may be nothing to answer.
        let isWaiting = counter == .slowHeaders && gate.isAnswered && gate.bytes?.unused ?? 0 == 0
        if !isWaiting { gate.rules.counters.add(counter) }
        gate.close(context)
      } else {
        gate.refuse(.slow, as: counter, context)
      }
    }
  }
}

/// An event of the pipeline: the body of the request is needed, so that a client that waits must send it.
struct BodyWanted: Sendable {}
