/// One of two sides that are compared: how it prepares, what is timed, and what it has come to.
///
/// Both sides get the same run numbers, and must end with equal outcomes, or there is no figure.
public struct Side<Subject, Outcome: Equatable> {
  /// What the table calls it.
  public let name: String
  let prepare: (Int) async throws -> Subject
  let work: (Subject, Int) async throws -> Void
  let outcome: (Subject) async throws -> Outcome

  /// Describes a side.
  ///
  /// - Parameters:
  ///   - prepare: Makes what a run begins with, or hands out what goes on from run to run; not timed.
  ///   - outcome: What the work has come to, to be compared with the other side's; not timed.
  public init(
    _ name: String,
    prepare: @escaping (Int) async throws -> Subject,
    work: @escaping (Subject, Int) async throws -> Void,
    outcome: @escaping (Subject) async throws -> Outcome
  ) {
    self.name = name
    self.prepare = prepare
    self.work = work
    self.outcome = outcome
  }
}

/// Two sides did not do the same work, so that their ratio would mean nothing.
public struct DifferentWork: Error, CustomStringConvertible {
  /// The row of the table.
  public let what: String
  /// What our side came to, shortened.
  public let own: String
  /// What the baseline came to, shortened.
  public let baseline: String

  /// The row and both outcomes.
  public var description: String {
    "'\(what)': the two sides did not do the same work, so there is no figure\n"
      + "  ours:     \(own)\n  baseline: \(baseline)"
  }
}

/// What is told of two times that were measured in turn.
public enum Relation: Sendable {
  /// Ours divided by the baseline's.
  case ratio
  /// The baseline's divided by ours.
  case speedup

  func value(_ own: Double, _ baseline: Double) -> Double {
    switch self {
    case .ratio: own / baseline
    case .speedup: baseline / own
    }
  }
}
