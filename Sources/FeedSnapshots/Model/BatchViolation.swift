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

extension BatchViolation: CustomStringConvertible {
  /// The violation as a program prints it.
  public var description: String { String(error: "rule-\(rule)", message) }
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
