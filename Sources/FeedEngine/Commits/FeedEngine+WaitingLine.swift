import FeedStore
import Synchronization

extension FeedEngine {
  /// Runs a step that writes, and retries it while another program locks the store.
  ///
  /// A step begins its transaction without waiting. If the store is locked, it throws `WriteLockTaken`
  /// before it writes, so that it can run again. The engine suspends in between, so that no thread is
  /// blocked and readers are served. A step itself never suspends, so that no other call runs between
  /// its parts; it must read its preconditions each time it runs. Calls that arrive while the queue is
  /// not empty join it at the end.
  ///
  /// - Parameter step: The step, including all reads that it depends on and the publishing of its version.
  /// - Throws: The error of the step; `StoreError` if the store stays locked or is interrupted;
  ///   `CancellationError` if the task is cancelled while it waits. Nothing is written then.
  func whenUnlocked<T>(_ step: () throws -> T) async throws -> T {
    if line.count == 0 { do { return try step() } catch is WriteLockTaken {} }
    let start = line.paused
    guard await line.join() else { throw CancellationError() }
    defer { line.pass() }
    var pause = Duration.milliseconds(1)
    while true {
      do { return try step() } catch let lock as WriteLockTaken {
        try core.store.checkInterruption()
        guard line.paused - start < OwnedStore.patience else { throw lock.error }
      }
      try await line.pause(pause)
      pause = min(pause * 2, .milliseconds(50))
    }
  }
}
