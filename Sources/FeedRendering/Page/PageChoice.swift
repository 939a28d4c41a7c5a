package import FeedModel

/// The part of a version that a page shows: all, or the sections of one group; some without items.
package struct PageChoice: Hashable, Sendable {
  /// The group that is shown alone.
  package var group: Value?
  /// The sections whose items are hidden below their headers.
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

  /// Returns whether a section is shown; one without a group always is.
  package func shows(_ section: SectionID) -> Bool {
    section != picker && (group == nil || section.group == nil || section.group == group)
  }
}
