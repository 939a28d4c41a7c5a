public import FeedModel
public import FeedSnapshots
import Histogram

/// The results and durations of a replay.
public struct ReplaySummary: Sendable {
  /// The lines that were played; each was one commit.
  public var messages = 0
  /// The lines that could not be played.
  public var skipped = 0
  /// The lines whose own time is before that of an earlier message; they were played at its time.
  public var earlier = 0
  /// The versions that were created; a commit without a visible change creates none.
  public var versions = 0
  /// The lines without a visible change.
  public var unseen: Int { max(messages - versions, 0) }
  /// The version at the end.
  public var lastVersion = 0
  /// The operations of all batches, in the order of a batch.
  public private(set) var operations: [(kind: BatchUpdates.Kind, count: Int)] =
    BatchUpdates.Kind.allCases.map { ($0, 0) }
  /// The values of `:now` at the first and the last line, if queries use it.
  public var times: (first: Value, last: Value)?
  /// The duration of the replay, including waiting.
  public var elapsed: Duration = .zero
  /// Whether the strict collection model has performed every batch.
  public var isVerified = false
  /// Whether the replay ended before the last line, or with a failed check.
  public var isStopped = false
  /// The number of comparisons of a section with its query, or `nil` if none were requested.
  public var selfChecks: Int?
  /// The number of sections that differed from their query; each has caused a version.
  public var mismatches = 0
  private var latencies = Histogram<UInt32>(
    highestTrackableValue: 3_600_000_000_000,
    numberOfSignificantValueDigits: .three
  )

  /// Starts an empty summary.
  public init() {}

  /// Adds a version.
  ///
  /// - Parameter latency: The time from the line to the batch, including the commit; `nil` for a
  ///   version without a line.
  public mutating func add(version: Int, updates: BatchUpdates, latency: Duration?) {
    versions += 1
    lastVersion = version
    for (index, kind) in BatchUpdates.Kind.allCases.enumerated() {
      operations[index].count += updates.count(of: kind)
    }
    guard let latency else { return }
    let (seconds, attoseconds) = latency.components
    let nanoseconds = max(0, seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
    latencies.record(min(UInt64(nanoseconds), latencies.highestTrackableValue))
  }

  /// Returns the latency from the line to the batch at a percentile.
  ///
  /// - Parameter percentile: The percentage of versions that took no longer.
  /// - Returns: The time, or `nil` if there was no version.
  public func latency(atPercentile percentile: Double) -> Duration? {
    latencies.totalCount == 0 ? nil : .nanoseconds(Int64(latencies.valueAtPercentile(percentile)))
  }

  /// The number of lines played per second.
  public var messagesPerSecond: Double {
    let seconds = elapsed / .seconds(1)
    return seconds > 0 ? Double(messages) / seconds : 0
  }
}
