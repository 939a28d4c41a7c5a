extension ContentSnapshot {
  /// Returns the changes of the items of all sections, as the standard library describes them.
  ///
  /// A moved item is a removal and an insertion, each associated with the other. Changed contents are
  /// not among the changes.
  ///
  /// - Returns: The difference of the items, counted through all sections.
  /// - Complexity: O(*s* + *d* log *n*) for *d* edits between the two and *s* sections, O(*n*) if they
  ///   are not related.
  public func difference(from older: ContentSnapshot) -> CollectionDifference<ItemID> {
    var places: [SectionID: Int] = [:]
    for (index, section) in older.sections.enumerated() { places[section.id] = index }
    var matcher = SequenceMatcher<Entry>()
    matcher.add(
      old: older.sections.map(\.record.items),
      new: sections.map { ($0.record.items, places[$0.id]) }
    )
    return matcher.difference(
      old: { older.path(ofGlobalIndex: $0).map { older.item(at: $0).id } },
      new: { path(ofGlobalIndex: $0).map { item(at: $0).id } }
    )
  }

  /// Returns the changes of the items of one section.
  ///
  /// - Parameter older: The snapshot to start with; a section that it lacks was empty.
  /// - Complexity: O(*d* log *n*) for *d* edits between the two, O(*n*) if they are not related.
  public func difference(
    inSection section: SectionID,
    from older: ContentSnapshot
  ) -> CollectionDifference<ItemID> {
    let old = older.section(section)?.items
    let new = self.section(section)?.items
    var matcher = SequenceMatcher<Entry>()
    matcher.add(old: old?.root, new: new?.root)
    return matcher.difference(
      old: { old?[$0].id ?? new?[$0].id },
      new: { new?[$0].id ?? old?[$0].id }
    )
  }
}

extension SequenceMatcher {
  /// Finishes the matching of one pair and returns it as removals and insertions.
  fileprivate mutating func difference<ID: Hashable>(
    old: (Int) -> ID?,
    new: (Int) -> ID?
  ) -> CollectionDifference<ID> {
    finish()
    guard let pair = pairs.first else { return CollectionDifference.empty }
    var changes: [CollectionDifference<ID>.Change] = []
    func remove(_ offset: Int, _ partner: Int?) {
      guard let id = old(offset) else { return }
      changes.append(.remove(offset: offset, element: id, associatedWith: partner))
    }
    func insert(_ offset: Int, _ partner: Int?) {
      guard let id = new(offset) else { return }
      changes.append(.insert(offset: offset, element: id, associatedWith: partner))
    }
    for rank in pair.deletes { remove(rank, nil) }
    for rank in pair.inserts { insert(rank, nil) }
    let stays = StayingBlocks.choose(pair.blocks, changes: [])
    for (block, stays) in zip(pair.blocks, stays) where !stays {
      for offset in 0..<block.count {
        remove(block.oldStart + offset, block.newStart + offset)
        insert(block.newStart + offset, block.oldStart + offset)
      }
    }
    return CollectionDifference(changes) ?? CollectionDifference.empty
  }
}

extension CollectionDifference where ChangeElement: Equatable {
  fileprivate static var empty: CollectionDifference {
    [ChangeElement]().difference(from: [])
  }
}
