extension Snapshot {
  /// Appends empty sections.
  ///
  /// - Parameter identifiers: The sections, each unique and new to the snapshot.
  /// - Throws: ``SnapshotError`` with code ``SnapshotError/Code/duplicateSection``.
  /// - Complexity: O(*k* log *n*).
  @inlinable
  public mutating func appendSections(
    _ identifiers: some Collection<SectionID>
  ) throws(SnapshotError) {
    try insert(identifiers, at: numberOfSections)
  }

  /// Inserts empty sections before an anchor.
  ///
  /// - Parameter identifiers: The sections, each unique and new to the snapshot.
  /// - Throws: ``SnapshotError`` with code ``SnapshotError/Code/unknownSection``,
  ///   ``SnapshotError/Code/selfAnchor`` or ``SnapshotError/Code/duplicateSection``.
  /// - Complexity: O(*k* log *n*).
  @inlinable
  public mutating func insertSections(
    _ identifiers: some Collection<SectionID>,
    beforeSection anchor: SectionID
  ) throws(SnapshotError) {
    try insert(identifiers, at: try index(ofAnchor: anchor, notIn: identifiers))
  }

  /// Inserts empty sections after an anchor.
  ///
  /// - Parameter identifiers: The sections, each unique and new to the snapshot.
  /// - Throws: ``SnapshotError`` with code ``SnapshotError/Code/unknownSection``,
  ///   ``SnapshotError/Code/selfAnchor`` or ``SnapshotError/Code/duplicateSection``.
  /// - Complexity: O(*k* log *n*).
  @inlinable
  public mutating func insertSections(
    _ identifiers: some Collection<SectionID>,
    afterSection anchor: SectionID
  ) throws(SnapshotError) {
    try insert(identifiers, at: try index(ofAnchor: anchor, notIn: identifiers) + 1)
  }

  /// Deletes sections with their items; those that are not in the snapshot are ignored.
  ///
  /// - Parameter identifiers: The sections, each unique.
  /// - Throws: ``SnapshotError`` with code ``SnapshotError/Code/duplicateSection``.
  /// - Complexity: O(log *n*) for each section and each of its items.
  @inlinable
  public mutating func deleteSections(
    _ identifiers: some Collection<SectionID>
  ) throws(SnapshotError) {
    try checkUnique(identifiers)
    for id in identifiers {
      base.deleteSection(id)
      hierarchies[id] = nil
    }
    dropMarks()
  }

  /// Moves a section before an anchor.
  ///
  /// - Throws: ``SnapshotError`` with code ``SnapshotError/Code/unknownSection`` or
  ///   ``SnapshotError/Code/selfAnchor``.
  /// - Complexity: O(log *n*).
  @inlinable
  public mutating func moveSection(
    _ identifier: SectionID,
    beforeSection anchor: SectionID
  ) throws(SnapshotError) {
    try move(identifier, to: anchor, after: 0)
  }

  /// Moves a section after an anchor.
  ///
  /// - Throws: ``SnapshotError`` with code ``SnapshotError/Code/unknownSection`` or
  ///   ``SnapshotError/Code/selfAnchor``.
  /// - Complexity: O(log *n*).
  @inlinable
  public mutating func moveSection(
    _ identifier: SectionID,
    afterSection anchor: SectionID
  ) throws(SnapshotError) {
    try move(identifier, to: anchor, after: 1)
  }
}

extension Snapshot {
  @inlinable
  func checkUnique(
    _ identifiers: some Collection<SectionID>
  ) throws(SnapshotError) {
    var seen: Set<SectionID> = []
    for id in identifiers where !seen.insert(id).inserted { throw .sectionRepeated(id) }
  }

  @inlinable
  func index(
    ofAnchor anchor: SectionID,
    notIn identifiers: some Collection<SectionID>
  ) throws(SnapshotError) -> Int {
    guard let index = indexOfSection(anchor) else { throw .unknownSection(anchor) }
    guard !identifiers.contains(anchor) else { throw .anchorInList(anchor) }
    return index
  }

  @inlinable
  mutating func insert(
    _ identifiers: some Collection<SectionID>,
    at index: Int
  ) throws(SnapshotError) {
    try checkUnique(identifiers)
    for id in identifiers where indexOfSection(id) != nil { throw .sectionExists(id) }
    for (offset, id) in identifiers.enumerated() {
      try base.insertSection(id, content: NoContent(), at: index + offset)
    }
  }

  @inlinable
  mutating func move(
    _ id: SectionID,
    to anchor: SectionID,
    after: Int
  ) throws(SnapshotError) {
    guard let source = indexOfSection(id) else { throw .unknownSection(id) }
    guard let target = indexOfSection(anchor) else { throw .unknownSection(anchor) }
    guard id != anchor else { throw .movedToItself(section: id) }
    try base.moveSection(id, to: target + after - (source < target ? 1 : 0))
  }
}
