import FeedStore

extension FeedEngine {
  /// Runs a step that writes, and repeats it while another program keeps it from beginning.
  ///
  /// A step begins its transaction without waiting. If the store is locked it throws `WriteLockTaken`,
  /// nothing is written, and the same step can run again. The engine suspends in between, so that no
  /// thread is held up and readers are served. A step itself never suspends, so that no other call
  /// comes between its parts; it must look up whatever it depends on each time it runs. Calls that come
  /// while others wait queue behind them.
  ///
  /// - Parameter step: What to do, from what it reads to the version that it publishes.
  /// - Returns: What the step returns.
  /// - Throws: What the step throws; `StoreError` if the store stays locked or is interrupted;
  ///   `CancellationError` if the task is cancelled while it waits. Nothing is then written.
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
