import Synchronization

/// A bounded buffer for the messages of a subject, with one reader.
///
/// A message that arrives when the buffer is full is dropped and counted: NATS has no back pressure for senders.
final class SubjectMailbox: Sendable {
  private struct State {
    /// The arrived messages, oldest first.
    var incoming: [[UInt8]] = []
    /// The messages for the next calls of ``take()``, oldest last.
    var outgoing: [[UInt8]] = []
    var bytes = 0
    var dropped = 0
    var reader: CheckedContinuation<Void, Never>?
    var isFinished = false
  }

  /// The maximum number of messages that one call returns.
  private static let mostTogether = 256

  private let most: SubjectLimits
  /// Guarded by the mutex.
  private let state = Mutex(State())

  init(most: SubjectLimits) { self.most = most }

  /// The number of dropped messages.
  var dropped: Int { state.withLock(\.dropped) }

  /// Ends the wait of the reader; it can still take the messages that have arrived.
  func finish() {
    let reader = state.withLock { state in
      state.isFinished = true
      defer { state.reader = nil }
      return state.reader
    }
    reader?.resume()
  }

  /// Ends the wait of the reader, if it waits.
  func wake() {
    let reader = state.withLock { state in
      defer { state.reader = nil }
      return state.reader
    }
    reader?.resume()
  }

  /// Removes and returns the oldest messages; waits if there is none.
  ///
  /// - Returns: The messages; empty if ``wake()`` was called or the task is cancelled; `nil` at the end, when
  ///   all messages were taken and no more can arrive.
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
