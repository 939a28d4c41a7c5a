import Foundation

/// Where the figures of one part are gathered while they are measured.
public struct Sheet {
  /// How thoroughly is measured.
  public struct Options: Sendable {
    /// The runs of each measurement, besides one to warm up.
    public var runs = 9
    /// Whether a quick look is enough: fewer runs, smaller sizes.
    public var isQuick = false

    /// Nine runs.
    public init() {}
  }

  /// The part of the system that is measured.
  public let subject: String
  /// How thoroughly is measured.
  public let options: Options
  /// What was measured so far.
  public private(set) var figures: [Figure] = []
  /// The curves' points so far.
  public private(set) var curves: [Curve] = []

  /// An empty sheet for a part of the system.
  public init(subject: String, options: Options) {
    self.subject = subject
    self.options = options
  }

  /// Adds a row, and tells it on the standard error; a time with a limit stands beside a yardstick.
  public mutating func add(_ figure: Figure) {
    var figure = figure
    if figure.isInTime != nil, figure.baseline == nil {
      figure.baseline = .init(Yardstick.name, Yardstick.time)
    }
    figures.append(figure)
    let mark = figure.holds.map { $0 ? "holds" : "MISSES" } ?? ""
    let must = figure.must.map { $0.decides ? " (\($0))" : " \($0)" } ?? ""
    progress("  \(figure.what): \(figure.value)\(must) \(mark)")
  }

  /// Puts the rows into an order; those of equal places stay as they are.
  public mutating func arrange(by place: (Figure) -> Int) {
    figures = figures.enumerated().sorted {
      (place($0.element), $0.offset) < (place($1.element), $1.offset)
    }.map(\.element)
  }

  /// Adds a point to the curve of a stage.
  public mutating func plot(_ chart: String, _ stage: String, size: Int, _ samples: Samples) {
    curves.append(Curve(chart: chart, stage: stage, size: size, samples))
    progress("  \(chart), \(stage), \(size): \(Quantity(samples.median, .nanoseconds))")
  }

  /// Adds a row with a number that was not timed.
  public mutating func count(
    _ what: String,
    _ value: Quantity,
    must: Bound? = nil,
    baseline: Figure.Baseline? = nil,
    note: String? = nil
  ) {
    add(
      Figure(
        subject: subject,
        what: what,
        must: must,
        value: value,
        least: value.value,
        most: value.value,
        runs: 1,
        baseline: baseline,
        note: note
      )
    )
  }

  /// Adds a row with the median of some runs.
  public mutating func add(
    _ what: String,
    _ samples: Samples,
    _ unit: Unit = .nanoseconds,
    must: Bound? = nil,
    own: Quantity? = nil,
    baseline: Figure.Baseline? = nil,
    note: String? = nil
  ) {
    add(
      Figure(
        subject: subject,
        what: what,
        must: must,
        value: Quantity(samples.median, unit),
        least: samples.least,
        most: samples.most,
        runs: samples.runs,
        own: own,
        baseline: baseline,
        note: note
      )
    )
  }

  /// Adds a row that says how much more the same takes at a larger size.
  public mutating func growth(
    _ what: String,
    from small: Samples,
    to large: Samples,
    must: Bound? = .atMost(.times(4))
  ) {
    let ratio = large.median / small.median
    add(
      Figure(
        subject: subject,
        what: what,
        must: must,
        value: .times(ratio),
        least: large.least / small.most,
        most: large.most / small.least,
        runs: large.runs,
        own: Quantity(large.median, .nanoseconds),
        baseline: .init("the smaller size", Quantity(small.median, .nanoseconds))
      )
    )
  }
}

/// Tells on the standard error how things go.
public func progress(_ line: String) {
  FileHandle.standardError.write(Data((line + "\n").utf8))
}
