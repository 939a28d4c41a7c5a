package import FeedModel
import FeedQueries

/// The schedule of checks: one section after the other, once in the given number of versions.
package struct SelfCheck: Sendable {
  private var schedule: CheckSchedule
  private let sections: [Name]

  /// The checks that were due so far.
  package var checks: Int { schedule.checks }

  /// Begins to count versions.
  ///
  /// - Parameter rate: The share of the versions after which a section is checked, above 0 and at
  ///   most 1.
  package init(rate: Double, sections: [Name], after version: Int) {
    schedule = CheckSchedule(rate: rate, after: version)
    self.sections = sections
  }

  /// Returns the section whose check is due, if there is one.
  package mutating func section(after version: Int) -> Name? {
    schedule.next(of: sections, after: version)
  }
}
