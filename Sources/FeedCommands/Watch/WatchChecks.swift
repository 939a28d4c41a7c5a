import FeedEngine
import Synchronization

/// The self-checks of a watched feed, which run in the background.
///
/// Findings are written to standard error: at once, or after the page is closed.
package final class WatchChecks: Sendable {
  private let rate: Double
  private let isWaiting: Bool
  /// Guarded by the mutex.
  private let state = Mutex((checks: 0, mismatches: 0, waiting: [String]()))
  /// A repeated fault must not fill the memory.
  private static let kept = 100

  init(rate: Double, showsPage: Bool) {
    self.rate = rate
    isWaiting = showsPage
  }

  /// Checks until the engine is closed or the task is cancelled.
  func run(on engine: FeedEngine) async {
    let checks = await engine.selfCheck(rate: rate) { add($0) }
    state.withLock { $0.checks += checks }
  }

  private func add(_ mismatch: FeedMismatch) {
    let text = mismatch.description
    state.withLock { state in
      state.mismatches += 1
      if isWaiting, state.waiting.count < Self.kept { state.waiting.append(text) }
    }
    if !isWaiting { Console.error(lines: text) }
  }

  /// Prints the findings.
  func finish() {
    let (checks, mismatches, waiting) = state.withLock { $0 }
    for text in waiting { Console.error(lines: text) }
    Console.error("self-checks: \(checks.grouped), \(mismatches.grouped) mismatches")
  }
}
