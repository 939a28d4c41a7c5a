import Logging
import NIOCore
import NIOHTTP2
import NIOTLS

/// The limits of a connection before its first request: connection counts and the TLS handshake.
///
/// An HTTP/2 connection must also open a stream from time to time, and must not open streams only to reset
/// them. The gate is first in the pipeline, so that its close does not wait for TLS.
final class ConnectionGate: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer

  private let rules: GateRules
  private var context: ChannelHandlerContext?
  private var isCounted = false
  /// The address of the client; stored because it is unavailable after the close.
  private var address: SocketAddress?
  /// Whether the connection accepts requests, which have their own deadlines.
  private var isReady: Bool
  private var streams = 0
  private var resets = 0
  private var resetsBegin = NIODeadline.now()
  private var deadline: Scheduled<Void>?
  /// Whether the client has violated a rule of HTTP/2; its further frames are ignored.
  private var isFinished = false

  /// Creates a gate for one connection.
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

  /// Closes an HTTP/2 connection whose client was sent the reason.
  ///
  /// - Returns: Whether the connection was still open.
  func finish(_ counter: Counter) -> Bool {
    guard let context, !isFinished else { return false }
    isFinished = true
    deadline?.cancel()
    rules.counters.add(counter)
    // Read and discard for a while: unread bytes would make the system reset the connection and drop the reason.
    let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
    deadline = context.eventLoop.scheduleTask(in: .milliseconds(500)) {
      bound.value.close(promise: nil)
    }
    return true
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    context.fireUserInboundEventTriggered(event)
    // No other handler closes a connection during its TLS handshake.
    if event is ChannelShouldQuiesceEvent, !isReady { context.close(promise: nil) }
  }

  /// Called when the TLS handshake is complete.
  fileprivate func didSecure(_ version: String?) {
    isReady = true
    // In HTTP/1.1 the request gate waits for the first request.
    if version != "h2" { deadline?.cancel() }
  }

  /// Schedules the end of the connection, unless a stream opens before the deadline.
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

  /// Called on the loop of the connection when a stream opens.
  ///
  /// The first stream counts with its connection; each further stream counts as one more connection.
  ///
  /// - Returns: Whether the stream may stay; otherwise it is not counted.
  func didOpenStream() -> Bool {
    deadline?.cancel()
    guard streams == 0 || rules.connections.enter(address) else {
      rules.counters.add(.tooManyConnections)
      return false
    }
    streams += 1
    return true
  }

  /// Called on the loop of the connection when a stream closes.
  ///
  /// - Parameter isAnswered: Whether an answer to its request has at least begun.
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

/// A handler that informs the gate of a connection when the TLS handshake is complete.
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
