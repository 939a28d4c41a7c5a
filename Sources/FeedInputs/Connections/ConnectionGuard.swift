import NIOCore
import NIOSSL
import NIOTLS
import Synchronization

/// A handler that ends a connection whose source does not answer in time, and keeps the first error.
final class ConnectionGuard: ChannelInboundHandler {
  typealias InboundIn = NIOAny
  typealias InboundOut = NIOAny

  private let failure: ConnectionFailure
  private let isSecure: Bool
  private let connecting: Duration
  private let answering: Duration?
  private var deadline: Scheduled<Void>?

  /// Creates a handler.
  ///
  /// - Parameters:
  ///   - connecting: The time limit for TLS.
  ///   - answering: The time limit for the answer to a request for a WebSocket, or `nil`.
  init(
    _ failure: ConnectionFailure,
    isSecure: Bool,
    connecting: Duration,
    answering: Duration?
  ) {
    self.failure = failure
    self.isSecure = isSecure
    self.connecting = connecting
    self.answering = answering
  }

  func channelActive(context: ChannelHandlerContext) {
    if isSecure {
      expect(
        within: TimeAmount(connecting),
        InputError(
          .tls,
          "the source does not answer with TLS",
          hint: "check whether the address needs 'tcp:' or 'ws:'"
        ),
        context
      )
    } else {
      expectAnswer(context)
    }
    context.fireChannelActive()
  }

  private func expectAnswer(_ context: ChannelHandlerContext) {
    guard let answering else { return met() }
    expect(
      within: TimeAmount(answering),
      InputError(
        .timeout,
        "the source does not answer the request for a WebSocket",
        hint: "check the address"
      ),
      context
    )
  }

  func channelInactive(context: ChannelHandlerContext) {
    deadline?.cancel()
    context.fireChannelInactive()
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    switch event {
    case TLSUserEvent.handshakeCompleted: expectAnswer(context)
    case IdleStateHandler.IdleStateEvent.read:
      fail(InputError(.timeout, "the source has sent nothing", hint: "check that it runs"), context)
    default: break
    }
    context.fireUserInboundEventTriggered(event)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    failure.add(error)
    context.fireErrorCaught(error)
    if error is NIOSSLError || error is NIOSSLExtraError || error is BoringSSLError {
      context.close(promise: nil)
    }
  }

  /// Ends the connection with an error unless ``met()`` is called in time.
  func expect(within time: TimeAmount, _ error: InputError, _ context: ChannelHandlerContext) {
    deadline?.cancel()
    let bound = context.loopBound
    let itself = NIOLoopBound(self, eventLoop: context.eventLoop)
    deadline = context.eventLoop.scheduleTask(in: time) { itself.value.fail(error, bound.value) }
  }

  /// Ends the wait.
  func met() { deadline?.cancel() }

  private func fail(_ error: InputError, _ context: ChannelHandlerContext) {
    failure.add(error)
    context.fireErrorCaught(error)
    context.close(promise: nil)
  }
}

/// The first error of a connection, which explains later ones.
final class ConnectionFailure: Sendable {
  private let error = Mutex<(any Error)?>(nil)

  var first: (any Error)? { error.withLock { $0 } }

  /// Returns the first error in the place of one that only follows from it, such as that of a write.
  func cause(of later: any Error) -> any Error { later is InputError ? later : first ?? later }

  func add(_ new: any Error) { error.withLock { $0 = $0 ?? new } }
}

/// A handler at the end of a connection's pipeline that keeps its first error.
final class ErrorWatch: ChannelInboundHandler {
  typealias InboundIn = NIOAny
  typealias InboundOut = NIOAny

  private let failure: ConnectionFailure

  init(_ failure: ConnectionFailure) { self.failure = failure }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    failure.add(error)
    context.fireErrorCaught(error)
  }
}

extension Channel {
  /// Ends the connection with an error unless ``didMeet()`` is called in time.
  ///
  /// A channel that the source has closed has no guard any more. Its messages may still wait to be read.
  func expect(within time: Duration, _ error: InputError) async {
    try? await eventLoop.submit {
      let pipeline = self.pipeline.syncOperations
      let context = try pipeline.context(handlerType: ConnectionGuard.self)
      try pipeline.handler(type: ConnectionGuard.self)
        .expect(within: TimeAmount(time), error, context)
    }.get()
  }

  /// Ends the wait of ``expect(within:_:)``.
  func didMeet() async {
    try? await eventLoop.submit {
      try self.pipeline.syncOperations.handler(type: ConnectionGuard.self).met()
    }.get()
  }
}
