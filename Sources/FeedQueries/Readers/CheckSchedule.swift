/// The schedule of checks: one subject after the other, once in the given number of versions.
package struct CheckSchedule: Sendable {
  /// The number of checks so far.
  package private(set) var checks = 0
  private let rate: Double
  private var due = 0.0
  private var latest: Int

  /// Begins to count versions.
  ///
  /// - Parameter rate: The share of the versions after which something is checked, above 0 and at
  ///   most 1.
  package init(rate: Double, after version: Int) {
    precondition(rate > 0 && rate <= 1, "the rate \(rate) is not above 0 and at most 1")
    self.rate = rate
    latest = version
  }

  /// Chooses the subject whose check is due.
  ///
  /// - Returns: The subject, or `nil` if no check is due.
  package mutating func next<Subject>(of subjects: [Subject], after version: Int) -> Subject? {
    due += rate * Double(max(version - latest, 0))
    latest = version
    guard due >= 1, !subjects.isEmpty else { return nil }
    // Several that are due at once are one: checks must not pile up.
    due = 0
    defer { checks += 1 }
    return subjects[checks % subjects.count]
  }
}
