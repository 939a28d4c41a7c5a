extension ContentSnapshot {
  /// Returns the index of a section.
  ///
  /// - Returns: Its index, or `nil` if it is not in the snapshot.
  /// - Complexity: O(log *n*).
  @inlinable
  public func index(ofSection id: SectionID) -> Int? { find(section: id)?.index }

  /// Returns the id of the section at an index.
  ///
  /// - Precondition: The index is in `0..<sectionCount`.
  /// - Complexity: O(log *n*).
  @inlinable
  public func sectionID(at index: Int) -> SectionID { record(at: index).id }

  /// Returns the content of a section.
  ///
  /// - Returns: Its content, or `nil` if it is not in the snapshot.
  /// - Complexity: O(log *n*).
  @inlinable
  public func content(ofSection id: SectionID) -> SectionContent? {
    find(section: id)?.record.content
  }

  /// Returns the number of items of a section.
  ///
  /// - Returns: The number of its items, or `nil` if it is not in the snapshot.
  /// - Complexity: O(log *n*).
  @inlinable
  public func itemCount(inSection id: SectionID) -> Int? { find(section: id)?.record.weight }

  /// Returns the path of an item.
  ///
  /// - Returns: Its path, or `nil` if it is not in the snapshot.
  /// - Complexity: O(log *n*).
  @inlinable
  public func path(of item: ItemID) -> SnapshotPath? { find(item: item)?.path }

  /// Finds the section that holds an item.
  ///
  /// - Returns: The section's id, or `nil` if the item is not in the snapshot.
  /// - Complexity: O(log *n*).
  @inlinable
  public func section(containing item: ItemID) -> SectionID? {
    find(item: item)?.section.record.id
  }

  /// Returns whether an item is in the snapshot.
  ///
  /// - Returns: Whether some section holds it.
  /// - Complexity: O(log *n*).
  @inlinable
  public func contains(_ item: ItemID) -> Bool { find(item: item) != nil }

  /// Returns the content of an item.
  ///
  /// - Returns: Its content, or `nil` if it is not in the snapshot.
  /// - Complexity: O(log *n*).
  @inlinable
  public func content(of item: ItemID) -> ItemContent? { find(item: item)?.entry.content }

  /// Returns the item at a path.
  ///
  /// - Precondition: The path is in the snapshot.
  /// - Complexity: O(log *n*).
  @inlinable
  public func item(at path: SnapshotPath) -> Entry {
    let record = record(at: path.section)
    guard let items = record.items, path.item >= 0, path.item < items.count else {
      preconditionFailure("item index \(path.item) is outside 0..<\(record.weight)")
    }
    return items.element(at: path.item)
  }

  /// Returns a copy of consecutive items of a section.
  ///
  /// - Precondition: The section is in the snapshot, and the range is within its items.
  /// - Complexity: O(log *n* + *k*), where *k* is the length of the range.
  @inlinable
  public func items(inSection section: SectionID, range: Range<Int>) -> [Entry] {
    Array(ItemList(root: require(section: section).record.items)[range])
  }

  /// Returns the index of an item among the items of all sections.
  ///
  /// - Returns: The number of items before it, or `nil` if it is not in the snapshot.
  /// - Complexity: O(log *n*).
  @inlinable
  public func globalIndex(of item: ItemID) -> Int? {
    find(item: item).map { $0.section.itemsBefore + $0.offset }
  }

  /// Returns the path of the item at an index that counts the items of all sections.
  ///
  /// - Returns: Its path, or `nil` if the snapshot has fewer items.
  /// - Complexity: O(log *n*).
  @inlinable
  public func path(ofGlobalIndex index: Int) -> SnapshotPath? {
    sectionRoot?.element(holdingWeight: index).map {
      SnapshotPath(section: $0.rank, item: $0.offset)
    }
  }

  /// Returns the number of items before a section.
  ///
  /// - Returns: The number of items in the sections before it, or `nil` if it is not in the snapshot.
  /// - Complexity: O(log *n*).
  @inlinable
  public func globalIndex(ofSection id: SectionID) -> Int? { find(section: id)?.itemsBefore }
}
