import FeedEngine
import FeedFormatting
import FeedModel
import FeedTerminal
import Synchronization

/// What waits for the screen: the newest version, the versions on the way there, and how long they take.
final class WatchInbox: Sendable {
  private struct State {
    var newest: FeedSnapshot?
    /// What the feed looks like now and what a reader may do, if the screen does not know it yet.
    var reopened: (FeedAppearance, WatchFeatures)?
    /// The number of the newest version, taken or not.
    var newestVersion = 0
    /// Versions that the page has not been told of, oldest first.
    var records: [VersionRecord] = []
    /// What led to versions that the page has been told of already.
    var causes: [Int: String] = [:]
    var latency = LatencyMeter()
    var messages = 0
  }

  /// Guarded by the mutex.
  private let state = Mutex(State())
  /// Where nobody looks, for example while the process is stopped, old ones are of no interest.
  private static let most = 10_000

  /// Notes a version at the moment of its commit.
  ///
  /// - Returns: Whether none waited before, so that the screen must be told.
  func didCommit(_ update: FeedUpdate, at instant: ContinuousClock.Instant) -> Bool {
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

  /// Notes that a message was played, and which version it led to.
  /// - Returns: Whether the screen was quicker, and must be told the cause.
  func didPlay(_ version: Int?, cause: String) -> Bool {
    state.withLock { state in
      state.messages += 1
      return explain(version, cause, &state)
    }
  }

  /// Notes why there is a version.
  ///
  /// - Returns: Whether the screen was quicker, and must be told the cause.
  func explain(_ version: Int?, cause: String) -> Bool {
    state.withLock { explain(version, cause, &$0) }
  }

  private func explain(_ version: Int?, _ cause: String, _ state: inout State) -> Bool {
    guard let version else { return false }
    guard let index = state.records.lastIndex(where: { $0.version == version }) else {
      state.causes[version] = cause
      return true
    }
    state.records[index].cause = cause
    return false
  }

  /// Notes that the feed looks otherwise, and the step to the version that does.
  func didReopen(
    _ appearance: FeedAppearance,
    _ features: WatchFeatures,
    _ update: FeedUpdate?,
    cause: String,
    at instant: ContinuousClock.Instant
  ) {
    if let update {
      _ = didCommit(update, at: instant)
      _ = explain(update.snapshot.version, cause: cause)
    }
    state.withLock { $0.reopened = (appearance, features) }
  }

  /// Takes the newest version and the feed, as far as they were not taken.
  func take() -> (version: FeedSnapshot?, reopened: (FeedAppearance, WatchFeatures)?) {
    state.withLock { state in
      defer { (state.newest, state.reopened) = (nil, nil) }
      return (state.newest, state.reopened)
    }
  }

  /// Takes the versions that were not taken, and what led to those that were.
  func takeRecords() -> (records: [VersionRecord], causes: [Int: String]) {
    state.withLock { state in
      defer { (state.records, state.causes) = ([], [:]) }
      return (state.records, state.causes)
    }
  }

  /// Notes that a version is on the screen.
  func didShow(_ version: Int, at instant: ContinuousClock.Instant) {
    state.withLock { $0.latency.didShow(version, at: instant) }
  }

  /// Notes that the screen is not to show the versions that wait.
  func didHold() { state.withLock { $0.latency.didHold() } }

  /// The time from a commit to the screen that 99 of 100 versions do not exceed.
  var latency: Duration? { state.withLock(\.latency).p99 }

  /// The messages that were played so far.
  var messages: Int { state.withLock(\.messages) }

  /// The newest version that there is.
  var newestVersion: Int { state.withLock(\.newestVersion) }
}
