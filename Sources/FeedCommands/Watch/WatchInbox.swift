package import FeedEngine
package import FeedFormatting
import FeedModel
package import FeedTerminal
import Synchronization

/// The versions that wait for the screen, and their latencies.
package final class WatchInbox: Sendable {
  private struct State {
    var newest: FeedSnapshot?
    /// The new appearance of the feed and the new actions, if the screen does not know them yet.
    var reopened: (FeedAppearance, WatchFeatures)?
    /// The number of the newest version, taken or not.
    var newestVersion = 0
    /// Versions that the page has not received, oldest first.
    var records: [VersionRecord] = []
    /// The causes of versions that the page has already received.
    var causes: [Int: VersionCause] = [:]
    var latency = LatencyMeter()
    var messages = 0
  }

  /// Guarded by the mutex.
  private let state = Mutex(State())
  /// Older versions are dropped while the screen does not take them, as in a stopped process.
  private static let most = 10_000

  package init() {}

  /// Records a version at the moment of its commit.
  ///
  /// - Returns: Whether the inbox was empty before, so that the screen must be notified.
  package func didCommit(_ update: FeedUpdate, at instant: ContinuousClock.Instant) -> Bool {
    state.withLock { state in
      let record = VersionRecord(update)
      state.newestVersion = update.snapshot.version
      if state.records.count >= Self.most { state.records.removeFirst(Self.most / 2) }
      state.records.append(record)
      state.latency.didCommit(update.snapshot.version, at: instant)
      defer { state.newest = update.snapshot }
      return state.newest == nil
    }
  }

  /// Records the message that led to a version.
  /// - Returns: Whether the screen already has the version, and needs the cause.
  package func didPlay(_ version: Int?, cause: VersionCause) -> Bool {
    state.withLock { state in
      state.messages += 1
      return explain(version, cause, &state)
    }
  }

  /// Records the cause of a version.
  ///
  /// - Returns: Whether the screen already has the version, and needs the cause.
  func explain(_ version: Int?, cause: VersionCause) -> Bool {
    state.withLock { explain(version, cause, &$0) }
  }

  private func explain(_ version: Int?, _ cause: VersionCause, _ state: inout State) -> Bool {
    guard let version else { return false }
    guard let index = state.records.lastIndex(where: { $0.version == version }) else {
      state.causes[version] = cause
      return true
    }
    state.records[index].cause = cause
    return false
  }

  /// Records a new appearance of the feed, and the version that shows it.
  package func didReopen(
    _ appearance: FeedAppearance,
    _ features: WatchFeatures,
    _ update: FeedUpdate?,
    cause: VersionCause,
    at instant: ContinuousClock.Instant
  ) {
    if let update {
      _ = didCommit(update, at: instant)
      _ = explain(update.snapshot.version, cause: cause)
    }
    state.withLock { $0.reopened = (appearance, features) }
  }

  /// Takes the newest version and the appearance, if they are new.
  func take() -> (version: FeedSnapshot?, reopened: (FeedAppearance, WatchFeatures)?) {
    state.withLock { state in
      defer { (state.newest, state.reopened) = (nil, nil) }
      return (state.newest, state.reopened)
    }
  }

  /// Takes the new versions, and the causes of earlier ones.
  func takeRecords() -> (records: [VersionRecord], causes: [Int: VersionCause]) {
    state.withLock { state in
      defer { (state.records, state.causes) = ([], [:]) }
      return (state.records, state.causes)
    }
  }

  /// Records that a version is on the screen.
  func didShow(_ version: Int, at instant: ContinuousClock.Instant) {
    state.withLock { $0.latency.didShow(version, at: instant) }
  }

  /// Records that the screen will not show the waiting versions.
  func didHold() { state.withLock { $0.latency.didHold() } }

  /// The 99th percentile of the time from a commit to the screen.
  var latency: Duration? { state.withLock(\.latency).p99 }

  /// The number of messages played so far.
  var messages: Int { state.withLock(\.messages) }

  /// The number of the newest version.
  var newestVersion: Int { state.withLock(\.newestVersion) }
}
