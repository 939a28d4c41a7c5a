import Histogram

/// What a stress run did, what it cost, and what went wrong.
public struct StressReport: Sendable {
  /// What went wrong: a batch that breaks the rules, or a snapshot that is not what a fresh one is.
  public struct Fault: Hashable, Sendable {
    /// What was found, in words.
    public var what: String
    /// The line of the history behind which it was found.
    public var line: Int
  }

  /// What a reader has seen.
  public struct Reader: Hashable, Sendable {
    /// The reader's pace, in words.
    public var pace: String
    /// The batches that it performed.
    public var batches = 0
    /// The versions that it slept through.
    public var missed = 0
  }

  /// The commits that were made.
  public internal(set) var commits = 0
  /// The lines that the store refused, as it should.
  public internal(set) var refused = 0
  /// The commits that changed something visible.
  public internal(set) var visible = 0
  /// The versions that were made, those that others have led to included.
  public internal(set) var versions = 0
  /// The commits of another connection.
  public internal(set) var outside = 0
  /// The changes of documents, broken ones included.
  public internal(set) var documents = 0
  /// The actions of the feed file that were done.
  public internal(set) var actions = 0
  /// The flags that were turned over by plain SQL.
  public internal(set) var toggles = 0
  /// The batches that the strict model has performed.
  public internal(set) var refereed = 0
  /// How often all was compared with a feed that was composed anew.
  public internal(set) var comparisons = 0
  /// How long the comparisons took while load was applied; nothing was due meanwhile.
  public internal(set) var pauses: Duration = .zero
  /// How often a section was compared with its query, or `nil` if that was not asked for.
  public internal(set) var selfChecks: Int?
  /// The readers that stayed to the end, and all that came and went as one.
  public internal(set) var readers: [Reader] = []
  /// What went wrong, at the most the first few.
  public internal(set) var faults: [Fault] = []
  /// The lines of the history, those that were refused included.
  public internal(set) var lines = 0
  /// How long load was applied, and the comparisons in between.
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

  /// How long a line took from its text to its version, for all but the slowest.
  ///
  /// - Parameter percentile: How many of a hundred lines took no longer.
  /// - Returns: The time, or `nil` if there was no line.
  public func writeLatency(atPercentile percentile: Double) -> Duration? {
    writes.totalCount == 0 ? nil : .nanoseconds(Int64(writes.valueAtPercentile(percentile)))
  }

  /// How long it took from a commit to the batch in the hands of a reader that was waiting for it.
  ///
  /// - Parameter percentile: How many of a hundred batches took no longer.
  /// - Returns: The time, or `nil` if no reader was waiting.
  public func deliveryLatency(atPercentile percentile: Double) -> Duration? {
    deliveries.totalCount == 0
      ? nil : .nanoseconds(Int64(deliveries.valueAtPercentile(percentile)))
  }

  /// How long it took from when a line was due to its batch in the hands of a waiting reader.
  ///
  /// - Parameter percentile: How many of a hundred batches took no longer.
  /// - Returns: The time, or `nil` if no reader was waiting.
  public func lineToBatchLatency(atPercentile percentile: Double) -> Duration? {
    sinceDue.totalCount == 0 ? nil : .nanoseconds(Int64(sinceDue.valueAtPercentile(percentile)))
  }

  /// The batches that readers have got.
  public var batches: Int { readers.reduce(0) { $0 + $1.batches } }

  /// The commits in a second, without the time in which nothing was due.
  public var commitsPerSecond: Double {
    let seconds = (elapsed - pauses) / .seconds(1)
    return seconds > 0 ? Double(commits) / seconds : 0
  }
}
