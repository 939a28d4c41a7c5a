extension Sheet {
  /// Times one piece of work by itself.
  ///
  /// - Parameters:
  ///   - must: What the time of one must be.
  ///   - count: How often it is done in one run; the time is for once.
  ///   - prepare: Makes what each run begins with; not timed.
  /// - Returns: The times of all runs, each for once.
  @discardableResult
  public mutating func time<Subject>(
    _ what: String,
    must: Bound? = nil,
    per count: Int = 1,
    by stopwatch: Stopwatch = .processor,
    prepare: (Int) throws -> Subject,
    work: (inout Subject, Int) throws -> Void
  ) rethrows -> Samples {
    var times: [Double] = []
    for run in 0...options.runs {
      var subject = try prepare(run)
      let time = try stopwatch.measure { try work(&subject, run) }
      if run > 0 { times.append(time / Double(count)) }
    }
    let samples = Samples(times)
    add(what, samples, must: must)
    return samples
  }

  /// Times one piece of work again and again, each time by its number.
  @discardableResult
  public mutating func time(
    _ what: String,
    must: Bound? = nil,
    repeating count: Int = 1,
    by stopwatch: Stopwatch = .processor,
    _ work: (Int) throws -> Void
  ) rethrows -> Samples {
    try time(what, must: must, per: count, by: stopwatch) { _ in
    } work: { _, run in
      for index in 0..<count { try work(run * count + index) }
    }
  }
}

extension Sheet {
  /// The times of some work, each for one piece of it, without a row of the table.
  ///
  /// - Parameter count: How many pieces of work there are in a run.
  public func repeated(per count: Int, _ work: (Int) throws -> Void) rethrows -> Samples {
    var times: [Double] = []
    for run in 0...options.runs {
      let time = try Stopwatch.processor.measure { try work(run) }
      if run > 0 { times.append(time / Double(count)) }
    }
    return Samples(times)
  }
}

extension Sheet {
  /// When it is looked whether two sides have come to the same.
  public enum Checking: Sendable {
    /// After every run.
    case everyRun
    /// After the last run, where looking takes long and later runs build on earlier ones.
    case lastRun
  }

  /// The times of two sides that were measured in turn.
  public struct Comparison: Sendable {
    /// Ours, each for one piece of work.
    public let own: Samples
    /// The baseline's.
    public let baseline: Samples
    /// How they compare, run by run.
    public let related: Samples
    /// What ours needs on top of the baseline's, run by run.
    public let beyond: Samples
  }

  /// Measures two sides in turn and adds how they compare, if they have done the same work.
  ///
  /// Which one is first changes from run to run. The first run warms up and does not count.
  ///
  /// - Parameters:
  ///   - must: What that must be.
  ///   - checking: When it is looked whether both have come to the same.
  ///   - note: What else is to be known about the row.
  /// - Throws: ``DifferentWork`` if the outcomes differ, or what the sides throw.
  @discardableResult
  public mutating func compare<Own, Other, Outcome: Equatable>(
    _ what: String,
    _ relation: Relation,
    must: Bound? = nil,
    per count: Int = 1,
    by stopwatch: Stopwatch = .processor,
    checking: Checking = .everyRun,
    note: String? = nil,
    _ own: Side<Own, Outcome>,
    against baseline: Side<Other, Outcome>
  ) async throws -> Comparison {
    var ownTimes: [Double] = []
    var otherTimes: [Double] = []
    for run in 0...options.runs {
      let left = try await own.prepare(run)
      let right = try await baseline.prepare(run)
      var times = (own: 0.0, other: 0.0)
      for turn in [run % 2 == 0, run % 2 != 0] {
        if turn {
          times.own = try await stopwatch.time { try await own.work(left, run) }
        } else {
          times.other = try await stopwatch.time { try await baseline.work(right, run) }
        }
      }
      if checking == .everyRun || run == options.runs {
        let results = (own: try await own.outcome(left), other: try await baseline.outcome(right))
        guard results.own == results.other else {
          throw DifferentWork(
            what: what,
            own: String("\(results.own)".prefix(400)),
            baseline: String("\(results.other)".prefix(400))
          )
        }
      }
      guard run > 0 else { continue }
      ownTimes.append(times.own / Double(count))
      otherTimes.append(times.other / Double(count))
    }
    let comparison = Comparison(
      own: Samples(ownTimes),
      baseline: Samples(otherTimes),
      related: Samples(zip(ownTimes, otherTimes).map { relation.value($0, $1) }),
      beyond: Samples(zip(ownTimes, otherTimes).map { $0 - $1 })
    )
    add(
      what,
      comparison.related,
      .times,
      must: must,
      own: Quantity(comparison.own.median, .nanoseconds),
      baseline: .init(baseline.name, Quantity(comparison.baseline.median, .nanoseconds)),
      note: note
    )
    return comparison
  }
}
