/// One of several that do the same work by differing ways, or with differing stages of it.
public struct Contender<Outcome: Equatable> {
  /// What it is called.
  public let name: String
  let work: (Int) async throws -> Void
  let outcome: (() async throws -> Outcome)?

  /// Describes a contender.
  ///
  /// - Parameters:
  ///   - work: What is timed, by the number of the run.
  ///   - outcome: What the work has come to; nothing for one that changes nothing.
  public init(
    _ name: String,
    work: @escaping (Int) async throws -> Void,
    outcome: (() async throws -> Outcome)? = nil
  ) {
    self.name = name
    self.work = work
    self.outcome = outcome
  }
}

/// The times of several contenders that were measured in turn.
public struct Race: Sendable {
  let times: [String: [Double]]

  /// The times of one contender.
  public func samples(_ name: String) -> Samples { Samples(times[name] ?? []) }

  /// How many times another's time one needs, run by run.
  public func samples(_ name: String, over other: String) -> Samples {
    Samples(zip(times[name] ?? [], times[other] ?? []).map { $0 / $1 })
  }

  /// What one needs on top of others, run by run.
  public func samples(_ name: String, beyond others: String...) -> Samples {
    let own = times[name] ?? []
    return Samples(
      own.indices.map { run in
        others.reduce(own[run]) { $0 - (times[$1]?[run] ?? 0) }
      }
    )
  }
}

extension Sheet {
  /// Measures several contenders in turn, if they have come to the same in the end.
  ///
  /// - Parameters:
  ///   - what: What they do, for the message if they differ.
  ///   - count: How many pieces of work there are in a run.
  /// - Throws: ``DifferentWork`` if the outcomes differ, or what the contenders throw.
  public func race<Outcome: Equatable>(
    _ what: String,
    per count: Int,
    _ contenders: [Contender<Outcome>]
  ) async throws -> Race {
    var times: [String: [Double]] = [:]
    for run in 0...options.runs {
      for contender in contenders {
        let time = try await Stopwatch.processor.time { try await contender.work(run) }
        if run > 0 { times[contender.name, default: []].append(time / Double(count)) }
      }
    }
    var first: (name: String, outcome: Outcome)?
    for contender in contenders {
      guard let outcome = try await contender.outcome?() else { continue }
      if let first, first.outcome != outcome {
        throw DifferentWork(
          what: "\(what): \(contender.name) against \(first.name)",
          own: String("\(outcome)".prefix(400)),
          baseline: String("\(first.outcome)".prefix(400))
        )
      }
      first = first ?? (contender.name, outcome)
    }
    return Race(times: times)
  }
}
