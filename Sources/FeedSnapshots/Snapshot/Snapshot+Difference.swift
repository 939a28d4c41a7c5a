extension Snapshot {
  /// Returns the changes of the items of all sections, as the standard library describes them.
  ///
  /// A moved item is a removal and an insertion, each associated with the other.
  ///
  /// - Returns: The difference of the items, counted through all sections.
  /// - Complexity: O(*s* + *d* log *n*) for *d* edits between the two and *s* sections, O(*n*) if they
  ///   are not related.
  public func difference(from older: Snapshot) -> CollectionDifference<ItemID> {
    structure.difference(from: older.structure)
  }

  /// Returns the changes of the items of one section.
  ///
  /// - Parameter older: The snapshot to start with; a section that it lacks was empty.
  /// - Complexity: O(*d* log *n*) for *d* edits between the two, O(*n*) if they are not related.
  public func difference(
    inSection section: SectionID,
    from older: Snapshot
  ) -> CollectionDifference<ItemID> {
    structure.difference(inSection: section, from: older.structure)
  }
}
