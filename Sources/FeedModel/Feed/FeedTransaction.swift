public import FeedSnapshots

/// What a reordering does to a feed: the versions before and after it, and how their items differ.
///
/// The parts are those of Apple's `NSDiffableDataSourceTransaction`, and are found when they are asked
/// for.
///
/// ```swift
/// transaction.difference.inferringMoves()
/// transaction.sectionTransactions.map(\.sectionIdentifier)   // the sections that differ
/// ```
public struct FeedTransaction: Sendable {
  /// The version before.
  public let initialSnapshot: FeedSnapshot
  /// The version after.
  public let finalSnapshot: FeedSnapshot

  /// Describes what leads from one version to another.
  public init(from initial: FeedSnapshot, to final: FeedSnapshot) {
    initialSnapshot = initial
    finalSnapshot = final
  }

  /// How the items of all sections differ.
  ///
  /// - Complexity: O(*s* + *d* log *n*) for *d* edits and *s* sections.
  public var difference: CollectionDifference<ItemID> {
    finalSnapshot.composition.difference(from: initialSnapshot.composition)
  }

  /// What happens in each section whose items differ, those that are gone first, and the others in
  /// the order of the version after.
  ///
  /// - Complexity: O(*s* + *d* log *n*) for *d* edits and *s* sections.
  public var sectionTransactions: [Section] {
    let (old, new) = (initialSnapshot.composition, finalSnapshot.composition)
    let gone = old.sections.filter { new.index(ofSection: $0.id) == nil }.map(\.id)
    let changed = new.sections.filter { section in
      old.section(section.id).map { !section.sharesItems(with: $0) } ?? true
    }
    return (gone + changed.map(\.id)).compactMap { id in
      let difference = new.difference(inSection: id, from: old)
      guard !difference.isEmpty else { return nil }
      return Section(
        sectionIdentifier: id,
        difference: difference,
        initial: initialSnapshot,
        final: finalSnapshot
      )
    }
  }

  /// What a reordering does to one section.
  public struct Section: Sendable {
    /// The section.
    public let sectionIdentifier: SectionID
    /// How the section's items differ.
    public let difference: CollectionDifference<ItemID>
    let initial: FeedSnapshot
    let final: FeedSnapshot

    /// The section's items before; none if it was not there.
    ///
    /// - Complexity: O(*k*) for *k* items of the section.
    public var initialSnapshot: SectionSnapshot<ItemID> { items(in: initial) }

    /// The section's items after; none if it is gone.
    ///
    /// - Complexity: O(*k*) for *k* items of the section.
    public var finalSnapshot: SectionSnapshot<ItemID> { items(in: final) }

    private func items(in snapshot: FeedSnapshot) -> SectionSnapshot<ItemID> {
      var result = SectionSnapshot<ItemID>()
      let items = snapshot.composition.section(sectionIdentifier)?.items.map(\.id) ?? []
      // The items of a snapshot are unique, which is all that could be wrong with them.
      try? result.append(items)
      return result
    }
  }
}
