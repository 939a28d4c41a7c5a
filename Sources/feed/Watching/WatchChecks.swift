import FeedEngine
import Synchronization

/// The self-checks of a watched feed, which go on in the background.
///
/// What they find is written to standard error: at once, or where a page is shown when that is gone.
struct WatchChecks {
  private let task: Task<Int, Never>
  private let findings: Findings

  /// Begins to check.
  init(_ engine: FeedEngine, rate: Double, showsPage: Bool) {
    let findings = Findings(isWaiting: showsPage)
    self.findings = findings
    task = Task {
      await engine.selfCheck(rate: rate) { findings.add($0) }
    }
  }

  /// Ends the checks, and says what they have found.
  func finish() async {
    task.cancel()
    let checks = await task.value
    let mismatches = findings.finish()
    Console.error("self-checks: \(checks.grouped), \(mismatches.grouped) mismatches")
  }
}

/// The mismatches that were found.
private final class Findings: Sendable {
  private let isWaiting: Bool
  /// Guarded by the mutex.
  private let state = Mutex((count: 0, waiting: [String]()))
  /// A fault that repeats itself must not fill the memory.
  private static let kept = 100

  init(isWaiting: Bool) { self.isWaiting = isWaiting }

  func add(_ mismatch: FeedMismatch) {
    let text = mismatch.description
    state.withLock { state in
      state.count += 1
      if isWaiting, state.waiting.count < Self.kept { state.waiting.append(text) }
    }
    if !isWaiting { Console.error(lines: text) }
  }

  /// Writes what waited.
  ///
  /// - Returns: How many mismatches there were.
  func finish() -> Int {
    let (count, waiting) = state.withLock { $0 }
    for text in waiting { Console.error(lines: text) }
    return count
  }
}
