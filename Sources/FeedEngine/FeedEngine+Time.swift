public import FeedModel
import FeedQueries
import FeedStore

extension FeedEngine {
  /// Whether a query compares with `:now`, or an item shows a time relative to it.
  public var usesTime: Bool { core.usesTime }

  /// The time of the last tick; NULL before the first.
  public var time: Value { core.evaluator.time }

  /// Sets the value of `:now`, in its own transaction.
  ///
  /// A feed does not read a clock. Time passes only by ticks, and a tick is a commit like any other, so
  /// that replicas with the same commits have the same versions. The time is stored.
  ///
  /// ```swift
  /// try await engine.tick(to: "2026-07-01T18:30:00Z")
  /// ```
  ///
  /// - Parameter time: The time: a text in ISO 8601 or a number of seconds since 1970. It is converted
  ///   where a query compares it with a column that is declared to hold the other form.
  /// - Returns: The resulting version and its batch, or `nil` if nothing visible changed.
  /// - Throws: `StoreError` if the store cannot be written.
  @discardableResult
  public func tick(to time: Value) async throws -> FeedUpdate? {
    try await whenUnlocked { publish(try core.commit(time: time) { _ in }) }
  }

  /// Commits ticks at the given interval until the task is cancelled or the engine is closed.
  ///
  /// Returns at once if the feed does not use the time.
  ///
  /// - Parameters:
  ///   - onError: Called with the error of each tick that cannot be stored; later ticks follow.
  ///   - now: Returns the current time, in the form that the queries compare.
  public nonisolated func followClock(
    every interval: Duration = .seconds(1),
    clock: some Clock<Duration> = ContinuousClock(),
    onError: @escaping @Sendable (any Error) -> Void = { _ in },
    now: @Sendable () -> Value
  ) async {
    guard await usesTime else { return }
    while !Task.isCancelled, !ending.hasCome {
      do { try await tick(to: now()) } catch {
        if isWorthTelling(error) { onError(error) }
      }
      await ending.cancelling { try? await clock.sleep(for: interval) }
    }
  }
}
