/// A rule for batches that one of them breaks, and where.
///
/// The rules are numbered as in the article "Rules for batches": 1 to 21 make a batch wrong,
/// 22 to 26 are legal on paper but known to go wrong in real list views.
public struct BatchViolation: Error, Hashable, Sendable {
  /// The number of the rule.
  public let rule: Int
  /// What is wrong: the edit, its path, and the id of the section or item.
  public let message: String

  /// Describes a broken rule.
  ///
  /// - Parameters:
  ///   - rule: The number of the rule.
  ///   - message: What is wrong.
  public init(rule: Int, message: String) {
    self.rule = rule
    self.message = message
  }
}

extension BatchViolation: CustomStringConvertible {
  /// The violation as a program prints it.
  public var description: String { String(error: "rule-\(rule)", message) }
}

/// Why a model refuses a batch; the model is as it was.
public struct InvalidBatch: Error, Hashable, Sendable, CustomStringConvertible {
  /// All that is wrong, by rule.
  public let violations: [BatchViolation]

  /// Gathers broken rules.
  ///
  /// - Parameter violations: All that is wrong.
  public init(violations: [BatchViolation]) { self.violations = violations }

  /// One line for each broken rule.
  public var description: String { violations.map(\.description).joined(separator: "\n") }
}
