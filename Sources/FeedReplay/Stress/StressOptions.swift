/// How a feed is hammered: for how long, how fast, by how many.
public struct StressOptions: Hashable, Sendable {
  /// How long random load is applied.
  public var duration: Duration
  /// The commits in a second; zero for as many as can be.
  public var rate: Double
  /// The readers that follow all the time, each at a pace of its own.
  public var readers: Int
  /// What all chances come from.
  public var seed: UInt64
  /// The commits between two comparisons with a feed that is composed anew.
  public var comparesEvery: Int

  /// Describes a run.
  ///
  /// - Parameters:
  ///   - duration: How long random load is applied.
  ///   - rate: The commits in a second; zero for as many as can be.
  ///   - readers: The readers that follow all the time.
  ///   - seed: What all chances come from.
  ///   - comparesEvery: The commits between two comparisons with a feed that is composed anew.
  public init(
    duration: Duration = .seconds(20),
    rate: Double = 0,
    readers: Int = 4,
    seed: UInt64 = 1,
    comparesEvery: Int = 500
  ) {
    self.duration = duration
    self.rate = rate
    self.readers = readers
    self.seed = seed
    self.comparesEvery = max(comparesEvery, 1)
  }
}
