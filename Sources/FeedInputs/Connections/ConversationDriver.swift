import FeedDefinition
import FeedStore
import NIOCore
import Synchronization

/// A driver that reads a socket or a WebSocket, after an opening dialogue.
struct ConversationDriver {
  let declaration: ConversationDeclaration
  let isWebSocket: Bool
  let paths: PositionPaths?
  let secrets: Secrets
  let patience: WebPatience

  /// Runs until the connection ends.
  ///
  /// - Throws: ``InputError`` if the source cannot be reached, refuses, or ends the connection.
  func run(_ session: InputSession) async throws {
    let mask = secrets.mask(of: declaration.secrets)
    let position = InputPosition(paths, session.position)
    let opener = ConnectionOpener(
      declaration: declaration,
      isWebSocket: isWebSocket,
      secrets: secrets,
      position: position.values,
      patience: patience,
      silence: silence(stale: session.stale)
    )
    do {
      let connection = try await opener.open()
      try await connection.executeThenClose { inbound, outbound in
        try await converse(connection.channel, inbound, outbound, session, position, mask)
      }
      if let error = opener.failure.first { throw error }
    } catch {
      let error = opener.failure.cause(of: error)
      if case let error as InputError = error, [.brokenBody, .tooLarge].contains(error.code),
        !position.isKept
      {
        session.miss(
          "\(error.message), and cannot be asked for what follows; messages may be missing"
        )
      }
      throw explained(error, mask)
    }
  }

  private func converse(
    _ channel: any Channel,
    _ inbound: NIOAsyncChannelInboundStream<[IncomingMessage]>,
    _ outbound: NIOAsyncChannelOutboundWriter<SentMessage>,
    _ session: InputSession,
    _ position: InputPosition,
    _ mask: SecretMask
  ) async throws {
    let sender = MessageSender(outbound, time: session.time)
    try await withThrowingTaskGroup(of: Void.self) { group in
      defer { group.cancelAll() }
      // Sending fails if the source closes the connection. The conversation reads what it sent before.
      if let heartbeat = declaration.heartbeat {
        let message = try secrets.fill(heartbeat.send, position: position.values)
        group.addTask { try? await sender.send(message, whenIdleFor: heartbeat.interval) }
      }
      if case .sent(every: let interval) = declaration.ping {
        group.addTask { try? await sender.ping(every: interval) }
      }
      var conversation = Conversation(
        driver: self,
        channel: channel,
        sender: sender,
        session: session,
        messages: inbound.makeAsyncIterator(),
        position: position,
        mask: mask
      )
      try await conversation.run()
    }
  }

  private func silence(stale: Duration?) -> Duration {
    let silence = patience.stream(stale: stale)
    return switch declaration.ping {
    case .sent(every: let interval): min(silence, interval * 2)
    case .expected(within: let time): min(silence, time)
    case nil: silence
    }
  }

  private func explained(_ error: any Error, _ mask: SecretMask) -> any Error {
    switch error {
    case let error as InputError: mask.masked(error)
    case is CancellationError: error
    default:
      InputError(connection: error).map { mask.masked($0) } ?? error
    }
  }
}

/// The writer of a connection, which knows when it has last sent a message.
struct MessageSender: Sendable {
  private let outbound: NIOAsyncChannelOutboundWriter<SentMessage>
  private let time: InputTime
  private let last: SharedTime

  private final class SharedTime: Sendable {
    let time: Mutex<Duration>
    init(_ time: Duration) { self.time = Mutex(time) }
  }

  init(_ outbound: NIOAsyncChannelOutboundWriter<SentMessage>, time: InputTime) {
    self.outbound = outbound
    self.time = time
    last = SharedTime(time.uptime())
  }

  func send(_ message: [UInt8]) async throws {
    try await outbound.write(.message(message))
    last.time.withLock { $0 = time.uptime() }
  }

  /// Sends a message whenever nothing else was sent for a time.
  func send(_ message: [UInt8], whenIdleFor interval: Duration) async throws {
    while true {
      let idle = time.uptime() - last.time.withLock { $0 }
      if idle < interval {
        try await time.sleep(interval - idle)
      } else {
        try await send(message)
      }
    }
  }

  /// Sends pings at an interval.
  func ping(every interval: Duration) async throws {
    while true {
      try await time.sleep(interval)
      try await outbound.write(.ping)
    }
  }
}
