import Synchronization

/// Keeps the messages of a subject for one reader, as many as there is room for.
///
/// A message that comes when there is no room is dropped and counted: nobody can ask a sender of NATS to wait.
final class SubjectMailbox: Sendable {
  private struct State {
    /// What has come, the oldest first.
    var incoming: [[UInt8]] = []
    /// What is handed out next, the oldest last.
    var outgoing: [[UInt8]] = []
    var bytes = 0
    var dropped = 0
    var reader: CheckedContinuation<Void, Never>?
    var isFinished = false
  }

  /// How many messages are handed out together.
  private static let mostTogether = 256

  private let most: SubjectLimits
  /// Guarded by the mutex.
  private let state = Mutex(State())

  init(most: SubjectLimits) { self.most = most }

  /// How many messages were dropped.
  var dropped: Int { state.withLock(\.dropped) }

  /// Ends the reader's wait; what has come is still taken.
  func finish() {
    let reader = state.withLock { state in
      state.isFinished = true
      defer { state.reader = nil }
      return state.reader
    }
    reader?.resume()
  }

  /// Ends the reader's wait, if it waits.
  func wake() {
    let reader = state.withLock { state in
      defer { state.reader = nil }
      return state.reader
    }
    reader?.resume()
  }

  /// Takes the oldest messages, and waits for one if there is none.
  ///
  /// - Returns: The messages, none if ``wake()`` was called or the task is cancelled; `nil` once none is left
  ///   and none will come.
  func take() async -> [[UInt8]]? {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isReady = state.withLock { state in
          if !state.incoming.isEmpty || !state.outgoing.isEmpty || state.isFinished
            || Task.isCancelled
          {
            return true
          }
          precondition(state.reader == nil, "two readers wait at one mailbox")
          state.reader = continuation
          return false
        }
        if isReady { continuation.resume() }
      }
    } onCancel: {
      wake()
    }
    return state.withLock { state in
      if state.outgoing.isEmpty {
        state.outgoing = state.incoming.reversed()
        state.incoming = []
      }
      let messages = Array(state.outgoing.suffix(Self.mostTogether).reversed())
      state.outgoing.removeLast(messages.count)
      state.bytes -= messages.reduce(0) { $0 + $1.count }
      return messages.isEmpty && state.isFinished ? nil : messages
    }
  }
}

extension SubjectMailbox: NATSReceiver {
  func received(_ message: NATSMessage, on subject: Substring) {
    let reader = state.withLock { state in
      let count = state.incoming.count + state.outgoing.count
      guard count < most.messages, state.bytes + message.body.count <= most.bytes else {
        state.dropped += 1
        return nil as CheckedContinuation<Void, Never>?
      }
      state.incoming.append(message.body)
      state.bytes += message.body.count
      defer { state.reader = nil }
      return state.reader
    }
    reader?.resume()
  }
}
