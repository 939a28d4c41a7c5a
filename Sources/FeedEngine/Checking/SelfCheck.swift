package import FeedModel

/// Which section is checked next, and when: one version in so many, one section after the other.
package struct SelfCheck: Sendable {
  /// The checks that were due so far.
  package private(set) var checks = 0
  private let rate: Double
  private let sections: [Name]
  private var due = 0.0
  private var latest: Int

  /// Begins to count versions.
  ///
  /// - Parameters:
  ///   - rate: The share of the versions after which a section is checked, above 0 and at most 1.
  ///   - sections: The sections that queries fill.
  ///   - version: The version that is there already.
  package init(rate: Double, sections: [Name], after version: Int) {
    precondition(rate > 0 && rate <= 1, "the rate \(rate) is not above 0 and at most 1")
    self.rate = rate
    self.sections = sections
    latest = version
  }

  /// The section that is to be checked by now, if one is.
  package mutating func section(after version: Int) -> Name? {
    due += rate * Double(max(version - latest, 0))
    latest = version
    guard due >= 1, !sections.isEmpty else { return nil }
    // Several that are due at once are one: checks must not pile up.
    due = 0
    defer { checks += 1 }
    return sections[checks % sections.count]
  }
}
