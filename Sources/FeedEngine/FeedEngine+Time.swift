public import FeedModel
import FeedQueries
import FeedStore

extension FeedEngine {
  /// Whether time must pass: some query compares with `:now`, or an item shows how far a time is from it.
  public var usesTime: Bool { core.usesTime }

  /// The time that the last tick has set; NULL before the first.
  public var time: Value { core.evaluator.time }

  /// Sets the time that `:now` stands for, in a transaction of its own.
  ///
  /// Nothing in a feed reads a clock: time passes only by ticks, which are commits like any others, so that
  /// replicas with the same commits have the same versions. The store keeps the time.
  ///
  /// ```swift
  /// try await engine.tick(to: "2026-07-01T18:30:00Z")
  /// ```
  ///
  /// - Parameter time: The time: a text in ISO 8601 or a number of seconds since 1970. Beside a column
  ///   that is declared to hold the other one, queries compare with that.
  /// - Returns: The version that it led to with its batch, or `nil` if nothing visible changed.
  /// - Throws: `StoreError` if the store cannot be written.
  @discardableResult
  public func tick(to time: Value) async throws -> FeedUpdate? {
    try await whenUnlocked { publish(try core.commit(time: time) { _ in }) }
  }

  /// Lets time pass by a clock, tick by tick, until the task is cancelled or the engine is closed.
  ///
  /// A feed that does not ask for the time has no ticks.
  ///
  /// - Parameters:
  ///   - onError: Told what keeps a tick from being stored; the next one may be.
  ///   - now: Says what time it is, in the form that the queries compare.
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
