public import Synchronization

/// A version, with or without the step from the version before it.
@usableFromInline
package protocol VersionStep: Sendable {
  /// A version.
  associatedtype Snapshot: Sendable
  /// The version that the step leads to.
  var snapshot: Snapshot { get }
}

/// The element that a reader receives.
@usableFromInline
package enum Delivery<Step: VersionStep>: Sendable {
  /// The step that leads to the newest version from the one that the reader was handed before.
  case step(Step)
  /// The newest version; the reader has missed versions, or was handed none before.
  case version(Step.Snapshot)
}

/// The pending element of one reader: at most the newest version.
///
/// A reader that has taken every version is handed the step to the next one, as its commit has
/// stated it. A reader that missed a version does not need the step, so the step is dropped.
///
/// A pure state machine behind a lock; waiting readers are resumed after the lock is released.
@usableFromInline
package final class Mailbox<Step: VersionStep>: Sendable {
  @usableFromInline
  struct State {
    /// The newest version, until the reader has taken it.
    @usableFromInline
    var newest: Delivery<Step>?
    /// The reader, if it is waiting.
    @usableFromInline
    var waiter: CheckedContinuation<Delivery<Step>?, Never>?
    @usableFromInline
    var isFinished = false

    init(newest: Delivery<Step>) { self.newest = newest }
  }

  /// Guarded by the mutex.
  @usableFromInline
  let state: Mutex<State>

  init(_ current: Step.Snapshot) { state = Mutex(State(newest: .version(current))) }

  /// Leaves the version that comes after the one that was left before.
  @inlinable
  func put(_ step: Step) {
    let waiter = state.withLock { state -> CheckedContinuation<Delivery<Step>?, Never>? in
      guard !state.isFinished else { return nil }
      guard let waiter = state.waiter else {
        state.newest = state.newest == nil ? .step(step) : .version(step.snapshot)
        return nil
      }
      state.waiter = nil
      return waiter
    }
    waiter?.resume(returning: .step(step))
  }

  /// Ends the reader's versions; what it has not taken is dropped.
  func finish() {
    let waiter = state.withLock { state in
      state.isFinished = true
      state.newest = nil
      defer { state.waiter = nil }
      return state.waiter
    }
    waiter?.resume(returning: nil)
  }

  var isFinished: Bool { state.withLock(\.isFinished) }

  /// Takes the newest version, waiting for one if there is none that was not taken.
  ///
  /// - Returns: The version, or `nil` after the last one.
  @inlinable
  package func take() async -> Delivery<Step>? {
    // An available version needs no continuation, the most expensive part of a delivery.
    if !Task.isCancelled, let newest = takeNewest() { return newest }
    return await wait()
  }

  /// The newest version if it was not taken, which it now is.
  @inlinable
  func takeNewest() -> Delivery<Step>? {
    state.withLock { state in
      defer { state.newest = nil }
      return state.newest
    }
  }

  @usableFromInline
  func wait() async -> Delivery<Step>? {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let ready = state.withLock { state -> Delivery<Step>?? in
          if state.isFinished { return .some(nil) }
          if let newest = state.newest {
            state.newest = nil
            return .some(newest)
          }
          precondition(state.waiter == nil, "two tasks read the versions of one reader")
          state.waiter = continuation
          return nil
        }
        if let ready { continuation.resume(returning: ready) }
      }
    } onCancel: {
      finish()
    }
  }
}
