public import Synchronization

/// The newest version, and those who follow it.
///
/// Joining and publishing exclude each other: a new reader begins with a published version, misses
/// none after it, and gets none twice.
///
/// Code that each version runs is inlinable, so that it is specialised in the module that
/// publishes. Unspecialised, each version would look up the metadata of its generic types. The
/// types must be usable from inline code as well; otherwise their bodies stay in this module
/// without an error.
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

  /// Adds a reader that begins with the newest version; after the end it receives no version.
  ///
  /// - Returns: The mailbox of the reader; once it is released, the reader is removed.
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
