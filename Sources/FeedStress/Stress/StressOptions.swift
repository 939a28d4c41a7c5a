public import FeedStore

/// How a feed is hammered: for how long, how fast, by how many.
public struct StressOptions: Hashable, Sendable {
  /// What the writer writes.
  public enum Load: Hashable, Sendable {
    /// Random lines that keep the schema, changes of documents, actions, and what others write.
    case random
    /// The stream of an exchange at its own rate, as messages for an adapter, and nothing else.
    case exchange(ExchangeProfile, adapter: String)
  }

  /// How long load is applied at most.
  public var duration: Duration
  /// After how many commits the load ends, if before the time.
  public var commits: Int
  /// The commits in a second; zero for the rate of the load, or as many as can be.
  public var rate: Double
  /// The readers that follow all the time, each at a pace of its own.
  public var readers: Int
  /// What all chances come from.
  public var seed: UInt64
  /// The commits between two comparisons with a feed that is composed anew, on average.
  public var comparesEvery: Int
  /// What is written.
  public var load: Load
  /// How much of a processor's time is spent on performing batches by the strict model; with one,
  /// each reader performs each batch before it asks for the next.
  public var refereeing: Double
  /// The share of the versions after which a section is compared with its query, if it is.
  public var selfCheckRate: Double?
  /// What statements may take.
  public var limits: StoreLimits
  /// How long readers may take to come to the last version, and others to answer.
  ///
  /// More is a fault. Tests, which share their threads with others, have more patience.
  package var patience: Duration = .seconds(60)

  /// Describes a run.
  ///
  /// - Parameters:
  ///   - duration: How long load is applied at most.
  ///   - commits: After how many commits the load ends, if before the time.
  ///   - rate: The commits in a second; zero for the rate of the load, or as many as can be.
  ///   - comparesEvery: The commits between two comparisons with a feed that is composed anew.
  ///   - refereeing: How much of a processor's time is spent on performing batches, up to one.
  ///   - selfCheckRate: The share of the versions after which a section is compared with its query,
  ///     above 0 and at most 1.
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
