/// How long one stage takes at growing sizes.
public struct Curve: Codable, Sendable {
  /// What is plotted together.
  public var chart: String
  /// The stage, in the order of the way of a change.
  public var stage: String
  /// The points, from the smallest size.
  public var points: [Point]

  /// A size and what it took.
  public struct Point: Codable, Sendable {
    /// How many items there are.
    public var size: Int
    /// The median, in nanoseconds.
    public var median: Double
    /// The least of all runs.
    public var least: Double
    /// The most of all runs.
    public var most: Double
  }

  /// Makes a curve of one point, to be joined with others of its stage.
  public init(chart: String, stage: String, size: Int, _ samples: Samples) {
    self.chart = chart
    self.stage = stage
    points = [
      Point(size: size, median: samples.median, least: samples.least, most: samples.most)
    ]
  }
}
