import Synchronization

/// A flag that ends long statements; raised from any thread, and never lowered.
package final class InterruptFlag: Sendable {
  private let state = Atomic(false)

  /// Makes a flag that is not raised.
  package init() {}

  /// Whether the flag was raised.
  package var isRaised: Bool { state.load(ordering: .relaxed) }

  /// Raises the flag.
  package func raise() { state.store(true, ordering: .relaxed) }
}
