/// A rule that a batch breaks, with the position.
///
/// The rules are numbered as in the article "Rules for batches": a batch that breaks one of
/// 1 to 21 is invalid; real list views are known to fail on valid batches that break 22 to 26.
public struct BatchViolation: Error, Hashable, Sendable {
  /// The number of the rule.
  public let rule: Int
  /// The fault: the edit, its path, and the id of the section or item.
  public let message: String

  /// Creates a violation.
  public init(rule: Int, message: String) {
    self.rule = rule
    self.message = message
  }
}

extension BatchViolation {
  /// The snapshot whose indices the edit must use, or `nil` for a rule that is not about indices.
  public var hint: String? {
    switch rule {
    case 1, 3: "deletes and the sources of moves are indices in the old snapshot, from zero"
    case 2, 4: "inserts and the targets of moves are indices in the new snapshot, from zero"
    case 16: "make the batch from the snapshot that the model shows"
    case 20: "reloads and reconfigures are indices in the new snapshot, from zero"
    default: nil
    }
  }
}

extension BatchViolation: CustomStringConvertible {
  /// The violation as a program prints it, with the hint on its own line.
  public var description: String { String(error: "rule-\(rule)", message, hint: hint) }
}

/// The reason why a model rejects a batch; the model is unchanged.
public struct InvalidBatch: Error, Hashable, Sendable, CustomStringConvertible {
  /// All violations, by rule.
  public let violations: [BatchViolation]

  /// Creates an error from violations.
  public init(violations: [BatchViolation]) { self.violations = violations }

  /// One line for each broken rule.
  public var description: String { violations.map(\.description).joined(separator: "\n") }
}
