/// The values that several runs of one measurement gave, the middle one standing for all.
public struct Samples: Sendable {
  /// The values, from the least to the most.
  public let sorted: [Double]

  /// Keeps the values of some runs, of which there is at least one.
  public init(_ values: [Double]) {
    precondition(!values.isEmpty, "nothing was measured")
    sorted = values.sorted()
  }

  /// The value in the middle.
  public var median: Double { sorted[sorted.count / 2] }
  /// The least value.
  public var least: Double { sorted[0] }
  /// The greatest value.
  public var most: Double { sorted[sorted.count - 1] }
  /// The value that a share of all does not exceed.
  public func quantile(_ share: Double) -> Double {
    sorted[min(Int(Double(sorted.count) * share), sorted.count - 1)]
  }
  /// How many runs there were.
  public var runs: Int { sorted.count }
}
