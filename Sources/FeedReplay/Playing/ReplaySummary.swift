public import FeedModel
public import FeedSnapshots
import Histogram

/// What a replay did, and how long it took to do it.
public struct ReplaySummary: Sendable {
  /// The lines that were played; each was one commit.
  public var messages = 0
  /// The lines that could not be played.
  public var skipped = 0
  /// The versions that were made; a commit that changes nothing visible makes none.
  public var versions = 0
  /// The lines after which nothing was to be seen that was not before.
  public var unseen: Int { max(messages - versions, 0) }
  /// The version at the end.
  public var lastVersion = 0
  /// The operations of all batches, in the order in which a batch lists them.
  public private(set) var operations: [(kind: BatchUpdates.Kind, count: Int)] =
    BatchUpdates.Kind.allCases.map { ($0, 0) }
  /// What `:now` stood for at the first line and at the last one, if queries ask for it.
  public var times: (first: Value, last: Value)?
  /// How long the replay took, waiting included.
  public var elapsed: Duration = .zero
  /// Whether every batch was performed by the strict collection model.
  public var isVerified = false
  /// How often a section was compared with its query, or `nil` if that was not asked for.
  public var selfChecks: Int?
  /// How often a section did not show what its query says; each has led to a version of its own.
  public var mismatches = 0
  private var latencies = Histogram<UInt32>(
    highestTrackableValue: 3_600_000_000_000,
    numberOfSignificantValueDigits: .three
  )

  /// Starts an empty summary.
  public init() {}

  /// Adds a version.
  ///
  /// - Parameters:
  ///   - version: Its number.
  ///   - updates: The batch that led to it.
  ///   - latency: How long it took from the line to the batch, commit included; nothing for a
  ///     version that no line has led to.
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

  /// How long it took from the line to the batch, for all but the slowest.
  ///
  /// - Parameter percentile: How many of a hundred versions took no longer.
  /// - Returns: The time, or `nil` if there was no version.
  public func latency(atPercentile percentile: Double) -> Duration? {
    latencies.totalCount == 0 ? nil : .nanoseconds(Int64(latencies.valueAtPercentile(percentile)))
  }

  /// The lines played in a second.
  public var messagesPerSecond: Double {
    let seconds = elapsed / .seconds(1)
    return seconds > 0 ? Double(messages) / seconds : 0
  }
}
