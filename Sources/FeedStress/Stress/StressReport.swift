import Histogram

/// The results of a stress run: its counts, latencies and faults.
public struct StressReport: Sendable {
  /// A fault: an invalid batch, a snapshot that differs from a fresh one, or a missing version.
  public struct Fault: Hashable, Sendable {
    /// The description of the fault.
    public var what: String
    /// The number of the history's line after which the fault was found.
    public var line: Int
  }

  /// The counts of a reader.
  public struct Reader: Hashable, Sendable {
    /// The description of the reader's pace.
    public var pace: String
    /// The number of batches that the reader performed.
    public var batches = 0
    /// The number of versions that the reader skipped.
    public var missed = 0
  }

  /// The number of commits.
  public internal(set) var commits = 0
  /// The number of lines that the store rejected, as it should.
  public internal(set) var refused = 0
  /// The number of commits that changed something visible.
  public internal(set) var visible = 0
  /// The number of versions, including those after commits of another connection.
  public internal(set) var versions = 0
  /// The number of commits of another connection.
  public internal(set) var outside = 0
  /// The number of document changes, including invalid documents.
  public internal(set) var documents = 0
  /// The number of performed actions of the feed file.
  public internal(set) var actions = 0
  /// The number of flags that were toggled by plain SQL.
  public internal(set) var toggles = 0
  /// The number of batches that the referee model has performed.
  public internal(set) var refereed = 0
  /// The number of comparisons with a newly composed feed.
  public internal(set) var comparisons = 0
  /// The duration of the comparisons during the load, in which no commit was due.
  public internal(set) var pauses: Duration = .zero
  /// The number of comparisons of a section with its query, or `nil` if they were not requested.
  public internal(set) var selfChecks: Int?
  /// The readers that stayed to the end, then one entry for all visitors.
  public internal(set) var readers: [Reader] = []
  /// The first faults.
  public internal(set) var faults: [Fault] = []
  /// The number of lines of the history, including rejected ones.
  public internal(set) var lines = 0
  /// The duration of the load, including the comparisons.
  public internal(set) var elapsed: Duration = .zero
  private var writes = Self.histogram
  private var deliveries = Self.histogram
  private var sinceDue = Self.histogram

  private static var histogram: Histogram<UInt32> {
    Histogram(highestTrackableValue: 3_600_000_000_000, numberOfSignificantValueDigits: .three)
  }

  init() {}

  mutating func addWrite(_ time: Duration) { Self.record(time, in: &writes) }
  mutating func addDelivery(_ time: Duration, sinceDue: Duration) {
    Self.record(time, in: &deliveries)
    Self.record(sinceDue, in: &self.sinceDue)
  }

  private static func record(_ time: Duration, in histogram: inout Histogram<UInt32>) {
    let (seconds, attoseconds) = time.components
    let nanoseconds = max(0, seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
    histogram.record(min(UInt64(nanoseconds), histogram.highestTrackableValue))
  }

  /// Returns a percentile of the time from the text of a line to its version.
  ///
  /// - Parameter percentile: The percentile, from 0 to 100.
  /// - Returns: The time, or `nil` if there was no line.
  public func writeLatency(atPercentile percentile: Double) -> Duration? {
    writes.totalCount == 0 ? nil : .nanoseconds(Int64(writes.valueAtPercentile(percentile)))
  }

  /// Returns a percentile of the time from a commit to the receipt of its batch by a waiting reader.
  ///
  /// - Parameter percentile: The percentile, from 0 to 100.
  /// - Returns: The time, or `nil` if no reader was waiting.
  public func deliveryLatency(atPercentile percentile: Double) -> Duration? {
    deliveries.totalCount == 0
      ? nil : .nanoseconds(Int64(deliveries.valueAtPercentile(percentile)))
  }

  /// Returns a percentile of the time from a line's due time to the receipt of its batch.
  ///
  /// Only readers that wait for every version count.
  ///
  /// - Parameter percentile: The percentile, from 0 to 100.
  /// - Returns: The time, or `nil` if no reader was waiting.
  public func lineToBatchLatency(atPercentile percentile: Double) -> Duration? {
    sinceDue.totalCount == 0 ? nil : .nanoseconds(Int64(sinceDue.valueAtPercentile(percentile)))
  }

  /// The number of batches that readers have performed.
  public var batches: Int { readers.reduce(0) { $0 + $1.batches } }

  /// The commits per second, without the time of the comparisons.
  public var commitsPerSecond: Double {
    let seconds = (elapsed - pauses) / .seconds(1)
    return seconds > 0 ? Double(commits) / seconds : 0
  }
}
