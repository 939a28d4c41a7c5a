import Foundation
import Testing

/// Threads for tests that wait for other processes, so that all other tests can continue.
///
/// Tests share as many threads as there are processors; one that waits for a child would occupy a
/// thread without working.
final class WaitingThreads: TaskExecutor {
  static let shared = WaitingThreads()
  private let queue = OperationQueue()

  private init() {
    // One child for each processor, and one that is about to begin or to end.
    queue.maxConcurrentOperationCount = ProcessInfo.processInfo.activeProcessorCount + 1
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.addOperation { [self] in
      unsafe job.runSynchronously(on: asUnownedTaskExecutor())
    }
  }
}

/// Runs the tests of a suite on threads that may wait.
struct WaitingTrait: SuiteTrait, TestTrait, TestScoping {
  var isRecursive: Bool { true }

  func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @Sendable @concurrent () async throws -> Void
  ) async throws {
    try await withTaskExecutorPreference(WaitingThreads.shared) { try await function() }
  }
}

extension Trait where Self == WaitingTrait {
  /// The tests wait for other processes.
  static var waiting: Self { WaitingTrait() }
}
