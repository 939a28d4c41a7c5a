public import FeedSnapshots

/// The effect of a reordering: the versions before and after it, and their differences.
///
/// The parts are those of Apple's `NSDiffableDataSourceTransaction`; they are computed on access.
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

  /// Describes the step from one version to another.
  public init(from initial: FeedSnapshot, to final: FeedSnapshot) {
    initialSnapshot = initial
    finalSnapshot = final
  }

  /// The differences between the items of all sections.
  ///
  /// - Complexity: O(*s* + *d* log *n*) for *d* edits and *s* sections.
  public var difference: CollectionDifference<ItemID> {
    finalSnapshot.composition.difference(from: initialSnapshot.composition)
  }

  /// The differences of each section whose items differ.
  ///
  /// Removed sections are first, then the others in their new order.
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

  /// The effect of a reordering on one section.
  public struct Section: Sendable {
    /// The section.
    public let sectionIdentifier: SectionID
    /// The differences of the section's items.
    public let difference: CollectionDifference<ItemID>
    let initial: FeedSnapshot
    let final: FeedSnapshot

    /// The section's items before; empty if it did not exist.
    ///
    /// - Complexity: O(*k*) for *k* items of the section.
    public var initialSnapshot: SectionSnapshot<ItemID> { items(in: initial) }

    /// The section's items after; empty if it was removed.
    ///
    /// - Complexity: O(*k*) for *k* items of the section.
    public var finalSnapshot: SectionSnapshot<ItemID> { items(in: final) }

    private func items(in snapshot: FeedSnapshot) -> SectionSnapshot<ItemID> {
      var result = SectionSnapshot<ItemID>()
      let items = snapshot.composition.section(sectionIdentifier)?.items.map(\.id) ?? []
      // Appending fails only for duplicates, and the items of a snapshot are unique.
      try? result.append(items)
      return result
    }
  }
}
