import Synchronization

/// Whether somebody wants long statements to end; raised from any thread, and never lowered.
package final class InterruptFlag: Sendable {
  private let state = Atomic(false)

  /// Whether the flag was raised.
  var isRaised: Bool { state.load(ordering: .relaxed) }

  /// Raises the flag.
  package func raise() { state.store(true, ordering: .relaxed) }
}
