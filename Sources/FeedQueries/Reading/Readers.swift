public import Synchronization

/// The newest version, and those who follow it.
///
/// Joining and publishing exclude each other: whoever joins begins with a published version and misses
/// none after it, nor gets one twice.
///
/// What each version calls is inlinable, so that it is compiled for the versions of the module that
/// publishes: unspecialised, the metadata of its generic types would be looked up for each version. The types
/// have to be usable from inline code as well; else its bodies stay in this module, and no error says so.
@usableFromInline
package final class Readers<Step: VersionStep>: Sendable {
  @usableFromInline
  struct Entry {
    @usableFromInline
    weak let mailbox: Mailbox<Step>?

    @inlinable
    init(_ mailbox: Mailbox<Step>) { self.mailbox = mailbox }
  }

  @usableFromInline
  struct State {
    @usableFromInline
    var newest: Step.Snapshot
    @usableFromInline
    var entries: [Entry] = []
    @usableFromInline
    var isFinished = false

    @inlinable
    init(newest: Step.Snapshot) { self.newest = newest }
  }

  /// Guarded by the mutex.
  @usableFromInline
  let state: Mutex<State>

  /// Begins with a version.
  @inlinable
  package init(_ newest: Step.Snapshot) { state = Mutex(State(newest: newest)) }

  /// The version that was published last.
  @inlinable
  package var newest: Step.Snapshot { state.withLock(\.newest) }

  /// Adds a reader that begins with the newest version, or one that has none if all have ended.
  ///
  /// - Returns: What waits for the reader; once it is released, the reader is forgotten.
  package func join() -> Mailbox<Step> {
    state.withLock { state in
      let mailbox = Mailbox<Step>(state.newest)
      guard !state.isFinished else {
        mailbox.finish()
        return mailbox
      }
      state.entries.removeAll { $0.mailbox?.isFinished ?? true }
      state.entries.append(Entry(mailbox))
      return mailbox
    }
  }

  /// Hands all readers the version after the newest one.
  ///
  /// - Parameter step: The version with the step to it from the newest one; those who publish do so
  ///   one after another.
  @inlinable
  package func publish(_ step: Step) {
    let entries = state.withLock { state in
      state.newest = step.snapshot
      return state.entries
    }
    for entry in entries { entry.mailbox?.put(step) }
  }

  /// Ends the versions of all readers, and of those who join later.
  package func finish() {
    let entries = state.withLock { state in
      state.isFinished = true
      return state.entries
    }
    for entry in entries { entry.mailbox?.finish() }
  }
}
