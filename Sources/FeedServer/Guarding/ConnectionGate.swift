import NIOCore
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
  /// Whether requests can come, so that each of them has its own deadlines.
  private var isReady: Bool
  private var streams = 0
  private var resets = 0
  private var resetsBegin = NIODeadline.now()
  private var deadline: Scheduled<Void>?

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
    guard rules.connections.enter(context.channel.remoteAddress) else {
      rules.counters.add(.tooManyConnections)
      return context.close(promise: nil)
    }
    isCounted = true
    if !isReady { expectRequests() }
  }

  func channelInactive(context: ChannelHandlerContext) {
    deadline?.cancel()
    if isCounted { rules.connections.leave(context.channel.remoteAddress) }
    isCounted = false
    context.fireChannelInactive()
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
  func didOpenStream() {
    streams += 1
    deadline?.cancel()
  }

  /// Called when a stream is closed, on the loop of the connection.
  ///
  /// - Parameter isAnswered: Whether its request had an answer, or at least the beginning of one.
  func didCloseStream(isAnswered: Bool) {
    streams -= 1
    guard isCounted else { return }
    if streams == 0 { expectRequests() }
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

  init(_ gate: ConnectionGate) { self.gate = gate }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if case .handshakeCompleted(let version)? = event as? TLSUserEvent { gate.didSecure(version) }
    context.fireUserInboundEventTriggered(event)
  }
}
