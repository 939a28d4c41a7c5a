import Histogram

/// What a replay did, and how long it took to do it.
public struct ReplaySummary: Sendable {
  /// The lines that were played; each was one commit.
  public var messages = 0
  /// The lines that could not be played.
  public var skipped = 0
  /// The versions that were made; a commit that changes nothing visible makes none.
  public var versions = 0
  /// The version at the end.
  public var lastVersion = 0
  /// The operations of all batches, in the order in which a batch lists them.
  public var operations: [(kind: String, count: Int)] = []
  /// How long the replay took, waiting included.
  public var elapsed: Duration = .zero
  /// Whether every batch was performed by the strict collection model.
  public var isVerified = false
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
  ///   - operations: The operations of its batch, by kind.
  ///   - latency: How long it took from the commit to the batch.
  public mutating func add(
    version: Int,
    operations: KeyValuePairs<String, Int>,
    latency: Duration
  ) {
    versions += 1
    lastVersion = version
    if self.operations.isEmpty { self.operations = operations.map { ($0.key, 0) } }
    for (index, operation) in operations.enumerated() {
      self.operations[index].count += operation.value
    }
    let (seconds, attoseconds) = latency.components
    let nanoseconds = max(0, seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
    latencies.record(min(UInt64(nanoseconds), latencies.highestTrackableValue))
  }

  /// How long it took from the commit to the batch, for all but the slowest.
  ///
  /// - Parameter percentile: How many of a hundred versions took no longer.
  /// - Returns: The time, or nothing if there was no version.
  public func latency(atPercentile percentile: Double) -> Duration? {
    versions == 0 ? nil : .nanoseconds(Int64(latencies.valueAtPercentile(percentile)))
  }

  /// The lines played in a second.
  public var messagesPerSecond: Double {
    let seconds = elapsed / .seconds(1)
    return seconds > 0 ? Double(messages) / seconds : 0
  }
}
