public import FeedStore

/// The options of a stress run: its duration, rate, load and readers.
public struct StressOptions: Hashable, Sendable {
  /// The load that the writer applies.
  public enum Load: Hashable, Sendable {
    /// Random lines for the schema, changes of documents, actions, and writes of another program.
    case random
    /// Only the stream of an exchange at its own rate, as messages for an adapter.
    case exchange(ExchangeProfile, adapter: String)
  }

  /// The maximum duration of the load.
  public var duration: Duration
  /// The maximum number of commits.
  public var commits: Int
  /// The commits per second; zero for the load's own rate, or the highest possible one.
  public var rate: Double
  /// The number of readers that follow the whole run, each at its own pace.
  public var readers: Int
  /// The seed of all random choices.
  public var seed: UInt64
  /// The average number of commits between two comparisons with a newly composed feed.
  public var comparesEvery: Int
  /// The load that is applied.
  public var load: Load
  /// The share of one processor's time for performing batches on the referee model.
  ///
  /// With 1, each reader performs each batch before it asks for the next.
  public var refereeing: Double
  /// The share of versions after which a section is compared with its query; `nil` for none.
  public var selfCheckRate: Double?
  /// The limits of statements.
  public var limits: StoreLimits
  /// The time limit for readers to reach the last version, and for the other program to answer.
  ///
  /// A longer time is a fault. Tests use a longer limit, because they run in parallel.
  package var patience: Duration = .seconds(60)

  /// Creates the options of a run.
  ///
  /// - Parameters:
  ///   - duration: The maximum duration of the load.
  ///   - commits: The maximum number of commits.
  ///   - rate: The commits per second; zero for the load's own rate, or the highest possible one.
  ///   - comparesEvery: The average number of commits between two comparisons with a newly composed
  ///     feed.
  ///   - refereeing: The share of one processor's time for performing batches, up to 1.
  ///   - selfCheckRate: The share of versions after which a section is compared with its query, above
  ///     0 and at most 1; `nil` for none.
  public init(
    duration: Duration = .seconds(20),
    commits: Int = .max,
    rate: Double = 0,
    readers: Int = 4,
    seed: UInt64 = 1,
    comparesEvery: Int = 500,
    load: Load = .random,
    refereeing: Double = 1,
    selfCheckRate: Double? = nil,
    limits: StoreLimits = StoreLimits()
  ) {
    self.duration = duration
    self.commits = commits
    self.rate = rate
    self.readers = readers
    self.seed = seed
    self.selfCheckRate = selfCheckRate
    self.limits = limits
    self.comparesEvery = max(comparesEvery, 1)
    self.load = load
    self.refereeing = min(max(refereeing, 0.001), 1)
  }
}
