// Selections of sections and their differences, for clients that show only a part of a feed.
extension ContentSnapshot.SectionList {
  /// Selects sections, in their order; their items are shared.
  ///
  /// - Parameter isSelected: Whether to select a section; the result must be the same for each version.
  /// - Returns: The selected sections; the same list if all are selected.
  /// - Complexity: O(*s*) for *s* sections.
  @inlinable
  package func selecting(_ isSelected: (ContentSnapshot.Section) -> Bool) -> Self {
    var records = ContiguousArray<ContentSnapshot.Record>()
    for section in self where isSelected(section) { records.append(section.record) }
    guard records.count < count else { return self }
    var editor = TreeEditor<ContentSnapshot.Record>(table: NodeTable())
    var leaves = ContiguousArray<ContentSnapshot.SectionNode>()
    return Self(root: editor.build(records, leaves: &leaves))
  }

  /// Returns the edits that turn these sections into others.
  ///
  /// - Parameters:
  ///   - profile: Whether moved sections may have inserted, deleted or moved items.
  ///   - reloadsSections: Whether sections whose own content changed are reloaded. If not, their changed
  ///     items are reconfigured, as those of all other sections are.
  /// - Returns: The batch; empty if both are equal.
  /// - Complexity: O(*d* log *n*) for *d* edits between two lists of related snapshots, plus O(*s*)
  ///   if they are selections of *s* sections.
  @inlinable
  package func updates(
    to newer: Self,
    profile: UpdateProfile = .safe,
    reloadsSections: Bool = true
  ) -> BatchUpdates {
    UpdatePlan(from: self, to: newer, profile: profile, reloadsSections: reloadsSections).batch
  }

  /// Returns whether both lists are identical; lists that are not identical may still be equal.
  ///
  /// - Complexity: O(1).
  @inlinable
  package func isIdentical(to other: Self) -> Bool { root === other.root }
}
