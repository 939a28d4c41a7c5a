import Synchronization

/// Whether somebody wants long statements to end; raised from any thread, and never lowered.
final class InterruptFlag: Sendable {
  private let state = Atomic(false)

  /// Whether the flag was raised.
  var isRaised: Bool { state.load(ordering: .relaxed) }

  /// Raises the flag.
  func raise() { state.store(true, ordering: .relaxed) }
}
