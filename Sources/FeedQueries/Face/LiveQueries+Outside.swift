import FeedStore

extension LiveQueries {
  /// Takes in what was committed past the live queries, if anything was.
  ///
  /// That is what other connections and programs have committed, for which SQLite cannot say which
  /// rows differ, so that every query is read anew and compared; and what was written with the
  /// store's own writer. Every write through the live queries does this by itself.
  ///
  /// - Returns: The version that it led to with its batches, or nothing if nothing visible changed.
  /// - Throws: `StoreError` if the store cannot be read.
  /// - Complexity: O(1) if nobody else has written.
  @discardableResult
  public func catchUp() throws -> LiveUpdate? {
    try publishing { core, writer in try core.catchUp(writer) }
  }

  /// Looks for what others have committed again and again, until the task is cancelled.
  ///
  /// ```swift
  /// let watching = Task { try await live.followOthers() }
  /// ```
  ///
  /// - Parameters:
  ///   - interval: How long to wait between two looks; one takes a few microseconds.
  ///   - clock: The clock to wait by.
  /// - Throws: `StoreError` if the store cannot be read, `CancellationError` in the end.
  public func followOthers(
    every interval: Duration = .milliseconds(25),
    clock: some Clock<Duration> = ContinuousClock()
  ) async throws {
    while true {
      try await clock.sleep(for: interval)
      try catchUp()
    }
  }
}
