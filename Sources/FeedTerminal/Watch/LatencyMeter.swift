/// The time of versions from their commit to the screen.
///
/// Versions that wait because the user holds the page, or because the process was stopped, do not count.
package struct LatencyMeter: Sendable {
  /// Commits whose versions have not been shown, oldest first.
  private var commits: [(version: Int, at: ContinuousClock.Instant)] = []
  private var latencies: [Duration] = []
  /// Without a reader, old commits are dropped.
  private static let mostCommits = 10_000
  private static let mostLatencies = 2_000

  package init() {}

  /// Notes a commit.
  package mutating func didCommit(_ version: Int, at instant: ContinuousClock.Instant) {
    if commits.count >= Self.mostCommits { commits.removeFirst(Self.mostCommits / 2) }
    commits.append((version, instant))
  }

  /// Notes that a version is on the screen, and with it all versions before.
  package mutating func didShow(_ version: Int, at instant: ContinuousClock.Instant) {
    let count = commits.firstIndex { $0.version > version } ?? commits.count
    latencies += commits.prefix(count).map { $0.at.duration(to: instant) }
    commits.removeFirst(count)
    if latencies.count > Self.mostLatencies {
      latencies.removeFirst(latencies.count - Self.mostLatencies)
    }
  }

  /// Drops the waiting versions, since the page is paused.
  package mutating func didHold() { commits.removeAll() }

  /// The time that 99 of 100 versions do not exceed; `nil` as long as none was shown.
  package var p99: Duration? {
    let sorted = latencies.sorted()
    return sorted.isEmpty ? nil : sorted[min(sorted.count * 99 / 100, sorted.count - 1)]
  }
}
