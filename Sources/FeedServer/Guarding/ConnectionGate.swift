import Logging
import NIOCore
import NIOHTTP2
import NIOTLS

/// What a connection passes before the first request: how many there are, and whether TLS comes about in time.
///
/// A connection of HTTP/2 also needs a stream now and then, and may not open streams only to reset
/// them. It stands before all others, so that whom it closes is not waited for by TLS.
final class ConnectionGate: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer

  private let rules: GateRules
  private var context: ChannelHandlerContext?
  private var isCounted = false
  /// Where the client is; known before the connection is closed.
  private var address: SocketAddress?
  /// Whether requests can come, so that each of them has its own deadlines.
  private var isReady: Bool
  private var streams = 0
  private var resets = 0
  private var resetsBegin = NIODeadline.now()
  private var deadline: Scheduled<Void>?
  /// Whether the client has broken a rule of HTTP/2 and was sent the reason, so that no further frame is read.
  private var isFinished = false

  /// Guards a connection.
  ///
  /// - Parameter rules: What it goes by.
  init(_ rules: GateRules) {
    self.rules = rules
    isReady = !rules.isSecure
  }

  func handlerAdded(context: ChannelHandlerContext) {
    self.context = context
    if context.channel.isActive { begin(context) }
  }

  func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

  func channelActive(context: ChannelHandlerContext) {
    begin(context)
    context.fireChannelActive()
  }

  private func begin(_ context: ChannelHandlerContext) {
    guard !isCounted else { return }
    address = context.channel.remoteAddress
    guard rules.connections.enter(address) else {
      rules.counters.add(.tooManyConnections)
      return context.close(promise: nil)
    }
    isCounted = true
    if !isReady { expectRequests() }
  }

  func channelInactive(context: ChannelHandlerContext) {
    deadline?.cancel()
    if isCounted { rules.connections.leave(address) }
    isCounted = false
    context.fireChannelInactive()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    if !isFinished { context.fireChannelRead(data) }
  }

  /// Ends a connection of HTTP/2 whose client was sent the reason.
  ///
  /// - Parameter counter: The count of the reason.
  /// - Returns: Whether the connection was open.
  func finish(_ counter: Counter) -> Bool {
    guard let context, !isFinished else { return false }
    isFinished = true
    deadline?.cancel()
    rules.counters.add(counter)
    // Unread bytes would make the system reset the connection and drop the reason, so they are read for a while.
    let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
    deadline = context.eventLoop.scheduleTask(in: .milliseconds(500)) {
      bound.value.close(promise: nil)
    }
    return true
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    context.fireUserInboundEventTriggered(event)
    // Nobody else would end a connection that has not come about.
    if event is ChannelShouldQuiesceEvent, !isReady { context.close(promise: nil) }
  }

  /// Called when TLS has come about.
  ///
  /// - Parameter version: What is spoken, as TLS has agreed upon it.
  fileprivate func didSecure(_ version: String?) {
    isReady = true
    // In HTTP/1.1 it is the gate of requests that waits for the first one.
    if version != "h2" { deadline?.cancel() }
  }

  /// Ends the connection unless a stream is opened before that.
  private func expectRequests() {
    guard let context else { return }
    deadline?.cancel()
    let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
    deadline = context.eventLoop.scheduleTask(in: TimeAmount(rules.limits.headerTime)) { [rules] in
      rules.counters.add(.slowHeaders)
      bound.value.close(promise: nil)
    }
  }

  // MARK: Streams of HTTP/2

  /// Called when a stream is opened, on the loop of the connection.
  ///
  /// The first one counts with its connection, each further one as much as another connection.
  ///
  /// - Returns: Whether it may stay; if not, it is not counted.
  func didOpenStream() -> Bool {
    deadline?.cancel()
    guard streams == 0 || rules.connections.enter(address) else {
      rules.counters.add(.tooManyConnections)
      return false
    }
    streams += 1
    return true
  }

  /// Called when a stream is closed, on the loop of the connection.
  ///
  /// - Parameter isAnswered: Whether its request had an answer, or at least the beginning of one.
  func didCloseStream(isAnswered: Bool) {
    if streams > 1 { rules.connections.leave(address) }
    streams -= 1
    guard isCounted else { return }
    if streams == 0, !isFinished { expectRequests() }
    guard !isAnswered else { return }
    let now = NIODeadline.now()
    if now - resetsBegin > TimeAmount(rules.limits.resetTime) { (resets, resetsBegin) = (0, now) }
    resets += 1
    guard resets == rules.limits.resets + 1 else { return }
    rules.counters.add(.resetStreams)
    context?.close(promise: nil)
  }
}

/// Tells a connection's gate that TLS has come about.
final class HandshakeListener: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer

  private let gate: ConnectionGate
  private let logger: Logger

  init(_ gate: ConnectionGate, _ logger: Logger) { (self.gate, self.logger) = (gate, logger) }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    guard case .handshakeCompleted(let version)? = event as? TLSUserEvent else {
      return context.fireUserInboundEventTriggered(event)
    }
    gate.didSecure(version)
    context.fireUserInboundEventTriggered(event)
    guard version == "h2" else { return }
    let pipeline = context.pipeline.syncOperations
    guard let frames = try? pipeline.handler(type: NIOHTTP2Handler.self) else { return }
    try? pipeline.addHandler(FrameGate(gate, logger), position: .after(frames))
  }
}
