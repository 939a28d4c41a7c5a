import Synchronization

/// A router of the messages of a connection to requests and mailboxes.
final class NATSRouter: Sendable {
  private enum Recipient {
    case request(CheckedContinuation<NATSMessage, any Error>)
    case mailbox(NATSMailbox)
  }

  private struct State {
    var recipients: [UInt64: Recipient] = [:]
    var lastNumber: UInt64 = 0
    var isFinished = false
    /// The bodies to call when the connection is closed.
    var endings: [@Sendable () -> Void] = []
  }

  /// Guarded by the mutex.
  private let state = Mutex(State())

  /// Returns a new number.
  func number() -> UInt64 {
    state.withLock { state in
      state.lastNumber += 1
      return state.lastNumber
    }
  }

  /// Waits for one message.
  ///
  /// - Throws: The error that ``fail(_:with:)`` receives, or ``LogError/closed``.
  func answer(
    to number: UInt64,
    _ send: () -> Void
  ) async throws -> NATSMessage {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let refusal: (any Error)? = state.withLock { state in
          if state.isFinished { return LogError.closed }
          if Task.isCancelled { return CancellationError() }
          state.recipients[number] = .request(continuation)
          return nil
        }
        if let refusal { return continuation.resume(throwing: refusal) }
        send()
      }
    } onCancel: {
      fail(number, with: CancellationError())
    }
  }

  /// Opens a mailbox for a number.
  func open(_ mailbox: NATSMailbox, for number: UInt64) {
    let isFinished = state.withLock { state in
      if !state.isFinished { state.recipients[number] = .mailbox(mailbox) }
      return state.isFinished
    }
    if isFinished { mailbox.finish() }
  }

  /// Closes the mailbox of a number; later messages for it are dropped.
  func closeMailbox(_ number: UInt64) {
    state.withLock { _ = $0.recipients.removeValue(forKey: number) }
  }

  /// Calls a body when the connection is closed; immediately if it is closed already.
  func whenFinished(_ body: @escaping @Sendable () -> Void) {
    let isFinished = state.withLock { state in
      if !state.isFinished { state.endings.append(body) }
      return state.isFinished
    }
    if isFinished { body() }
  }

  // MARK: Events of the connection

  /// Posts a tick to a mailbox.
  func tick(_ number: UInt64) { tell(.tick, number) }

  private func tell(_ event: NATSEvent, _ number: UInt64) {
    let recipient = state.withLock { state in
      switch state.recipients[number] {
      case .request: state.recipients.removeValue(forKey: number)
      case let other: other
      }
    }
    switch (recipient, event) {
    case (.request(let continuation), .message(let message)):
      continuation.resume(returning: message)
    case (.request(let continuation), _): continuation.resume(throwing: LogError.lostConnection)
    case (.mailbox(let mailbox), _): mailbox.post(event)
    case (nil, _): break
    }
  }

  /// Ends the wait for an answer that has not arrived.
  func fail(_ number: UInt64, with error: any Error) {
    let recipient = state.withLock { state -> Recipient? in
      guard case .request? = state.recipients[number] else { return nil }
      return state.recipients.removeValue(forKey: number)
    }
    if case .request(let continuation)? = recipient { continuation.resume(throwing: error) }
  }

  /// Notifies all recipients that the connection is lost.
  func disconnected() {
    for number in state.withLock({ Array($0.recipients.keys) }) { tell(.disconnected, number) }
  }

  /// Ends all waits, because the connection is closed.
  func finish() {
    let (recipients, endings) = state.withLock { state in
      state.isFinished = true
      defer { (state.recipients, state.endings) = ([:], []) }
      return (Array(state.recipients.values), state.endings)
    }
    for end in endings { end() }
    for recipient in recipients {
      switch recipient {
      case .request(let continuation): continuation.resume(throwing: LogError.closed)
      case .mailbox(let mailbox): mailbox.finish()
      }
    }
  }
}

extension NATSRouter: NATSReceiver {
  /// Routes a message to the recipient whose number ends its subject.
  func received(_ message: NATSMessage, on subject: Substring) {
    guard let number = subject.split(separator: ".").last.flatMap({ UInt64($0) }) else { return }
    tell(.message(message), number)
  }
}
