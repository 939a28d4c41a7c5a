package import FeedModel

/// What of a version a page shows: all of it, or the sections of one group; some without their items.
package struct PageChoice: Hashable, Sendable {
  /// The group that is shown alone.
  package var group: Value?
  /// The sections whose items are hidden behind their headers.
  package var collapsed: Set<SectionID>
  /// The section that is shown elsewhere, as a picker.
  package var picker: SectionID?

  package init(
    group: Value? = nil,
    collapsed: Set<SectionID> = [],
    picker: SectionID? = nil
  ) {
    self.group = group
    self.collapsed = collapsed
    self.picker = picker
  }

  /// Whether a section is shown; one that belongs to no group always is.
  package func shows(_ section: SectionID) -> Bool {
    section != picker && (group == nil || section.group == nil || section.group == group)
  }
}
