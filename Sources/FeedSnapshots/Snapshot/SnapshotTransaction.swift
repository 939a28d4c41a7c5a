/// The result of a reordering: the snapshots before and after it, and the changes of their items.
///
/// ```swift
/// let transaction = SnapshotTransaction(from: old, to: new)
/// transaction.difference.removals.count            // 1
/// transaction.sectionTransactions.map(\.sectionIdentifier)
/// ```
public struct SnapshotTransaction<SectionID, ItemID>: Sendable
where SectionID: Hashable & Sendable, ItemID: Hashable & Sendable {
  /// The snapshot before.
  public let initialSnapshot: Snapshot<SectionID, ItemID>
  /// The snapshot after.
  public let finalSnapshot: Snapshot<SectionID, ItemID>
  /// The changes of the items of all sections.
  public let difference: CollectionDifference<ItemID>
  /// The changes of each section whose items changed, in the order of the final snapshot.
  public let sectionTransactions: [Section]

  /// The result of a reordering in one section.
  public struct Section: Sendable {
    /// The section.
    public let sectionIdentifier: SectionID
    /// The section's items before, with their hierarchy.
    public let initialSnapshot: SectionSnapshot<ItemID>
    /// The section's items after, with their hierarchy.
    public let finalSnapshot: SectionSnapshot<ItemID>
    /// The changes of the section's items.
    public let difference: CollectionDifference<ItemID>
  }

  /// Creates the transaction between two snapshots.
  ///
  /// - Complexity: O(*s* + *k*), where *s* is the number of sections and *k* the number of items in
  ///   those that changed.
  public init(from initial: Snapshot<SectionID, ItemID>, to final: Snapshot<SectionID, ItemID>) {
    initialSnapshot = initial
    finalSnapshot = final
    difference = final.difference(from: initial)
    sectionTransactions = final.structure.sections.compactMap { section in
      if let before = initial.structure.section(section.id),
        before.record.items === section.record.items
      {
        return nil
      }
      let difference = final.difference(inSection: section.id, from: initial)
      guard !difference.isEmpty else { return nil }
      return Section(
        sectionIdentifier: section.id,
        initialSnapshot: (try? initial.snapshot(for: section.id)) ?? SectionSnapshot(),
        finalSnapshot: (try? final.snapshot(for: section.id)) ?? SectionSnapshot(),
        difference: difference
      )
    }
  }
}
