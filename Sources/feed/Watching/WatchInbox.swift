import FeedSnapshots
import Synchronization

/// What waits for the screen: the newest version and the times of the commits that it holds.
final class WatchInbox: Sendable {
  private struct State {
    var newest: FeedSnapshot?
    /// Commits whose versions have not been shown, oldest first.
    var commits: [(version: Int, at: ContinuousClock.Instant)] = []
    var messages = 0
    var newestVersion = 0
  }

  /// Guarded by the mutex.
  private let state = Mutex(State())

  /// Leaves a version for the screen.
  ///
  /// - Returns: Whether there was none before, so that the screen must be told.
  func put(_ snapshot: FeedSnapshot) -> Bool {
    state.withLock { state in
      defer { state.newest = snapshot }
      return state.newest == nil
    }
  }

  /// Takes the newest version, if there is one that was not taken.
  func take() -> FeedSnapshot? {
    state.withLock { state in
      defer { state.newest = nil }
      return state.newest
    }
  }

  /// Notes that a message was committed, and which version it led to.
  func didCommit(_ version: Int?, at instant: ContinuousClock.Instant) {
    state.withLock { state in
      state.messages += 1
      guard let version else { return }
      state.newestVersion = version
      // Where nobody looks, for example while the process is stopped, old ones are of no interest.
      if state.commits.count < 10_000 { state.commits.append((version, instant)) }
    }
  }

  /// Notes that a version is on the screen.
  ///
  /// - Returns: How long it took from each commit that it shows for the first time.
  func didShow(_ version: Int, at instant: ContinuousClock.Instant) -> [Duration] {
    state.withLock { state in
      let count = state.commits.firstIndex { $0.version > version } ?? state.commits.count
      defer { state.commits.removeFirst(count) }
      return state.commits.prefix(count).map { $0.at.duration(to: instant) }
    }
  }

  /// The messages that were committed so far.
  var messages: Int { state.withLock(\.messages) }

  /// The newest version that there is.
  var newestVersion: Int { state.withLock(\.newestVersion) }
}
