import Synchronization

/// A buffer of events for one reader, which takes them all at once.
final class NATSMailbox: Sendable {
  private struct State {
    var events: [NATSEvent] = []
    var reader: CheckedContinuation<Void, Never>?
    var isFinished = false
  }

  /// Guarded by the mutex.
  private let state = Mutex(State())

  /// Adds an event for the reader.
  func post(_ event: NATSEvent) {
    let reader = state.withLock { state in
      state.events.append(event)
      defer { state.reader = nil }
      return state.reader
    }
    reader?.resume()
  }

  /// Ends the wait of the reader; it can still take the remaining events.
  func finish() {
    let reader = state.withLock { state in
      state.isFinished = true
      defer { state.reader = nil }
      return state.reader
    }
    reader?.resume()
  }

  /// Removes and returns all events; waits if there is none.
  ///
  /// - Returns: The events, or `nil` if there is none and the mailbox is finished or the task is cancelled.
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
  /// Adds a message for the reader.
  ///
  /// Its subject is ignored: messages of a stream have the subject of the stream.
  func received(_ message: NATSMessage, on subject: Substring) { post(.message(message)) }
}
