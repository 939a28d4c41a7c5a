// Some sections of a snapshot, and how they differ from those of another one: for who is shown only a
// part of a feed.
extension ContentSnapshot.SectionList {
  /// Takes some of the sections, in their order; their items are shared.
  ///
  /// - Parameter isSelected: Whether a section is to be taken; the same answer for each version.
  /// - Returns: These sections, the same list if they are all.
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

  /// Finds the edits that turn these sections into others.
  ///
  /// - Parameters:
  ///   - newer: The sections to end with.
  ///   - profile: Whether items may come, go or move inside sections that move.
  ///   - reloadsSections: Whether sections that show something else about themselves are reloaded. If not,
  ///     the items of theirs that look different are reconfigured, as those of all others are.
  /// - Returns: The batch; empty if both are equal.
  /// - Complexity: O(*d* log *n*) for *d* edits between two lists of related snapshots, and O(*s*) besides
  ///   if they are selections of *s* sections.
  @inlinable
  package func updates(
    to newer: Self,
    profile: UpdateProfile = .safe,
    reloadsSections: Bool = true
  ) -> BatchUpdates {
    UpdatePlan(from: self, to: newer, profile: profile, reloadsSections: reloadsSections).batch
  }

  /// Whether both lists are one, and hence equal; two that are not may still be equal.
  ///
  /// - Complexity: O(1).
  @inlinable
  package func isIdentical(to other: Self) -> Bool { root === other.root }
}
