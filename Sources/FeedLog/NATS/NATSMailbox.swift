import Synchronization

/// Keeps the events for one reader until it takes them, all at once.
final class NATSMailbox: Sendable {
  private struct State {
    var events: [NATSEvent] = []
    var reader: CheckedContinuation<Void, Never>?
    var isFinished = false
  }

  /// Guarded by the mutex.
  private let state = Mutex(State())

  /// Leaves an event for the reader.
  func post(_ event: NATSEvent) {
    let reader = state.withLock { state in
      state.events.append(event)
      defer { state.reader = nil }
      return state.reader
    }
    reader?.resume()
  }

  /// Ends the reader's wait; what was left is still taken.
  func finish() {
    let reader = state.withLock { state in
      state.isFinished = true
      defer { state.reader = nil }
      return state.reader
    }
    reader?.resume()
  }

  /// Takes all events, and waits for one if there is none.
  ///
  /// - Returns: The events, or `nil` if none is left and none will come, or the task is cancelled.
  func take() async -> [NATSEvent]? {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isReady = state.withLock { state in
          if !state.events.isEmpty || state.isFinished || Task.isCancelled { return true }
          precondition(state.reader == nil, "two readers wait at one mailbox")
          state.reader = continuation
          return false
        }
        if isReady { continuation.resume() }
      }
    } onCancel: {
      let reader = state.withLock { state in
        defer { state.reader = nil }
        return state.reader
      }
      reader?.resume()
    }
    return state.withLock { state in
      defer { state.events = [] }
      return state.events.isEmpty ? nil : state.events
    }
  }
}

extension NATSMailbox: NATSReceiver {
  /// Leaves a message for the reader, whatever its subject: what a stream sends has that of the stream.
  func received(_ message: NATSMessage, on subject: Substring) { post(.message(message)) }
}
