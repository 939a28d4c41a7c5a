import Synchronization

/// The newest value, and those who follow it.
///
/// Joining and publishing exclude each other: whoever joins begins with a published value and misses
/// none after it, nor gets one twice.
package final class Readers<Value: Sendable>: Sendable {
  private struct Entry {
    weak let mailbox: Mailbox<Value>?
  }

  private struct State {
    var newest: Value
    var entries: [Entry] = []
    var isFinished = false
  }

  /// Guarded by the mutex.
  private let state: Mutex<State>

  /// Begins with a value.
  ///
  /// - Parameter newest: The value.
  package init(_ newest: Value) { state = Mutex(State(newest: newest)) }

  /// The value that was published last.
  package var newest: Value { state.withLock(\.newest) }

  /// Adds a reader that begins with the newest value, or one that has none if all have ended.
  ///
  /// - Returns: What waits for the reader; once it is released, the reader is forgotten.
  package func join() -> Mailbox<Value> {
    state.withLock { state in
      let mailbox = Mailbox(state.newest)
      guard !state.isFinished else {
        mailbox.finish()
        return mailbox
      }
      state.entries.removeAll { $0.mailbox?.isFinished ?? true }
      state.entries.append(Entry(mailbox: mailbox))
      return mailbox
    }
  }

  /// Gives all readers a value.
  ///
  /// - Parameter value: The value; those who publish do so one after another.
  package func publish(_ value: Value) {
    let entries = state.withLock { state in
      state.newest = value
      return state.entries
    }
    for entry in entries { entry.mailbox?.put(value) }
  }

  /// Ends the values of all readers, and of those who join later.
  package func finish() {
    let entries = state.withLock { state in
      state.isFinished = true
      return state.entries
    }
    for entry in entries { entry.mailbox?.finish() }
  }
}
