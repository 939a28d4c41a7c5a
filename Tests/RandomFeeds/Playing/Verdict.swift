/// The result of a case.
struct Verdict: Codable {
  enum Outcome: Codable, Equatable {
    case right
    /// The feed file is refused, with a message.
    case refused(String)
    /// Something is wrong: in a word that is the same for faults of one kind, and in full.
    case wrong(String, String)
  }

  var outcome = Outcome.right
  var commits = 0
  var versions = 0
  /// The steps that were refused by SQLite, as they must be.
  var failures = 0

  /// The kind of fault, if there is one.
  var fault: String? {
    if case .wrong(let kind, _) = outcome { return kind }
    return nil
  }
}
