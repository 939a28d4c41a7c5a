import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOHTTPTypes

/// The limits of requests before routing: hosts, sizes, times, one request at a time.
///
/// A connection that violates a rule gets an answer that names the rule, and is closed.
final class RequestGate: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart
  typealias InboundOut = HTTPRequestPart
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  private enum State {
    /// Between two requests.
    case idle
    /// A request has begun and is not complete.
    case reading
    /// The request is complete, its answer is not.
    case answering
    /// Further input is ignored.
    case closing
  }

  private let rules: GateRules
  private var state = State.idle
  /// Whether the answer has begun, and whether it is complete.
  private var (hasAnswer, isAnswered) = (false, false)
  /// The other origin whose page has sent the request.
  private var other: OtherOrigin?
  private var bodyBytes = 0
  private var bodyLimit = 0
  private var deadline: Scheduled<Void>?
  /// The parts of later requests that arrived before the answer was complete.
  private var waiting: [HTTPRequestPart] = []
  /// Whether too many parts arrived, so that the connection closes after the pending answers.
  private var isOverrun = false
  /// The refusal of the bytes after a complete request, which follows the pending answers.
  private var late: (refusal: Refusal, counter: Counter)?
  /// Whether the client has announced that the request is its last one.
  private var isFinal = false
  /// Whether the request is `HEAD`, whose answer has no content (RFC 9110, 9.3.2).
  private var isHead = false
  /// Whether the client sends the body only after 100 (Continue).
  private var awaitsContinue = false
  /// Whether the answer announces the end of the connection.
  private var isLast = false
  /// The number of complete answers that the system has not accepted yet.
  private var unsent = 0
  private var hasBegun = false
  /// Counts the bytes that do not complete a part of a request; `nil` in an HTTP/2 stream.
  private var bytes: ByteGate?
  /// The gate of the connection of this HTTP/2 stream; `nil` in HTTP/1.1.
  private var connection: ConnectionGate?

  init(_ rules: GateRules) { self.rules = rules }

  // MARK: The connection

  func handlerAdded(context: ChannelHandlerContext) {
    let pipeline = context.pipeline.syncOperations
    if (try? pipeline.context(handlerType: HTTPResponseEncoder.self)) != nil {
      let bytes = ByteGate(rules.limits.headerBytes + rules.limits.targetBytes + 4096)
      try? pipeline.addHandler(bytes, position: .first)
      bytes.isBetweenRequests = { [weak self] in self?.state == .idle }
      self.bytes = bytes
      if let decoder = try? pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self) {
        try? pipeline.addHandler(HTTP1Gate(), position: .after(decoder))
      }
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
    let isUnknown =
      (error as? HTTPParserError) == .invalidMethod && state == .idle
      && bytes?.hasRequestLine ?? false
    if state == .idle { isHead = bytes?.isHead ?? false }
    refuse(
      isTooLarge ? .headersTooLarge : isUnknown ? .unknownMethod : .malformed,
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
      // One read contains only a few requests.
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
      other = rules.hosts.other(of: request)
      if let found = rules.refusal(of: request, port: port, isHTTP2: bytes == nil) {
        return refuse(found.refusal, as: found.counter, context)
      }
      rules.counters.add(.requests)
      state = .reading
      (hasAnswer, isAnswered, isLast) = (false, false, false)
      isFinal = request.headerFields[values: .connection].contains { field in
        field.lowercased().split(separator: ",").contains { $0.filter { $0 != " " } == "close" }
      }
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
      // A client that was not asked for the body may still send it, so the end of the request is unknown.
      isLast = awaitsContinue && bytes != nil
      if isLast { response.headerFields[.connection] = "close" }
      rules.headers.add(to: &response, readableBy: other)
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

  /// Continues with the next request.
  private func goOn(_ context: ChannelHandlerContext) {
    state = .idle
    expectRequest(context)
    guard !waiting.isEmpty || isOverrun || late != nil else { return }
    while state == .idle || state == .reading, !waiting.isEmpty {
      take(waiting.removeFirst(), context)
    }
    if state == .idle || state == .reading, isOverrun || late != nil && isFinal {
      context.flush()
      finish(context)
    } else if state == .idle || state == .reading, let late {
      if state == .idle { isHead = false }
      refuse(late.refusal, as: late.counter, context)
    }
    // Signal the end of the read for the parts that were delivered late.
    context.fireChannelReadComplete()
  }

  /// Answers with a refusal, and closes the connection once the client has read it.
  private func refuse(_ refusal: Refusal, as counter: Counter, _ context: ChannelHandlerContext) {
    guard state != .closing else { return }
    if state == .answering {
      // The requests before the fault are valid.
      late = late ?? (refusal, counter)
      return
    }
    rules.counters.add(counter)
    guard !(state == .reading && isAnswered) else { return close(context) }
    hasAnswer = true
    var response = HTTPResponse(status: refusal.status)
    let body = ByteBuffer(bytes: refusal.json)
    response.headerFields[.contentType] = "application/json"
    response.headerFields[.contentLength] = String(body.readableBytes)
    // HTTP/2 closes the stream and has no such header.
    if bytes != nil { response.headerFields[.connection] = "close" }
    response.headerFields[.cacheControl] = "no-store"
    rules.headers.add(to: &response, readableBy: other)
    context.write(wrapOutboundOut(.head(response)), promise: nil)
    if !isHead { context.write(wrapOutboundOut(.body(body)), promise: nil) }
    context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    finish(context)
  }

  /// Closes the connection once its client has read the answer.
  private func finish(_ context: ChannelHandlerContext) {
    state = .closing
    waiting = []
    deadline?.cancel()
    context.close(mode: .output, promise: nil)
    // Read and discard for a while: unread bytes would make the system reset the connection and drop the answer.
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

  /// Closes the connection later if the last answer stays unread or no further request arrives.
  private func expectRequest(_ context: ChannelHandlerContext) {
    if unsent > 0 {
      expect(in: rules.limits.stalledTime, context, .slowClients)
    } else {
      expect(in: rules.limits.headerTime, context, .slowHeaders)
    }
  }

  /// Schedules the end of the connection, unless another event replaces the deadline.
  private func expect(in time: Duration, _ context: ChannelHandlerContext, _ counter: Counter) {
    deadline?.cancel()
    let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
    deadline = context.eventLoop.scheduleTask(in: TimeAmount(time)) {
      let (gate, context) = bound.value
      if gate.state == .idle {
        // No request is pending between two requests, so there is nothing to count.
        let isWaiting = counter == .slowHeaders && gate.isAnswered && gate.bytes?.unused ?? 0 == 0
        if !isWaiting { gate.rules.counters.add(counter) }
        gate.close(context)
      } else {
        gate.refuse(.slow, as: counter, context)
      }
    }
  }
}

/// A pipeline event: the body of the request is needed, so a waiting client must send it.
struct BodyWanted: Sendable {}
