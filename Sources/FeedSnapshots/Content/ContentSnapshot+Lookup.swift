extension ContentSnapshot {
  /// Finds where a section stands.
  ///
  /// - Parameter id: The section.
  /// - Returns: Its index, or `nil` if it is not in the snapshot.
  /// - Complexity: O(log *n*).
  @inlinable
  public func index(ofSection id: SectionID) -> Int? { find(section: id)?.index }

  /// Tells which section stands at an index.
  ///
  /// - Precondition: The index is in `0..<sectionCount`.
  /// - Parameter index: The index of a section.
  /// - Returns: The section's id.
  /// - Complexity: O(log *n*).
  @inlinable
  public func sectionID(at index: Int) -> SectionID { record(at: index).id }

  /// Tells what a section shows about itself.
  ///
  /// - Parameter id: The section.
  /// - Returns: Its content, or `nil` if it is not in the snapshot.
  /// - Complexity: O(log *n*).
  @inlinable
  public func content(ofSection id: SectionID) -> SectionContent? {
    find(section: id)?.record.content
  }

  /// Counts the items of a section.
  ///
  /// - Parameter id: The section.
  /// - Returns: How many items it has, or `nil` if it is not in the snapshot.
  /// - Complexity: O(log *n*).
  @inlinable
  public func itemCount(inSection id: SectionID) -> Int? { find(section: id)?.record.weight }

  /// Finds where an item stands.
  ///
  /// - Parameter item: The item.
  /// - Returns: Its path, or `nil` if it is not in the snapshot.
  /// - Complexity: O(log *n*).
  @inlinable
  public func path(of item: ItemID) -> SnapshotPath? { find(item: item)?.path }

  /// Finds the section that holds an item.
  ///
  /// - Parameter item: The item.
  /// - Returns: The section's id, or `nil` if the item is not in the snapshot.
  /// - Complexity: O(log *n*).
  @inlinable
  public func section(containing item: ItemID) -> SectionID? {
    find(item: item)?.section.record.id
  }

  /// Tells whether an item is in the snapshot.
  ///
  /// - Parameter item: The item.
  /// - Returns: Whether some section holds it.
  /// - Complexity: O(log *n*).
  @inlinable
  public func contains(_ item: ItemID) -> Bool { find(item: item) != nil }

  /// Tells what an item shows.
  ///
  /// - Parameter item: The item.
  /// - Returns: Its content, or `nil` if it is not in the snapshot.
  /// - Complexity: O(log *n*).
  @inlinable
  public func content(of item: ItemID) -> ItemContent? { find(item: item)?.entry.content }

  /// Reads the item at a path.
  ///
  /// - Precondition: The path is in the snapshot.
  /// - Parameter path: Where an item stands.
  /// - Returns: The item.
  /// - Complexity: O(log *n*).
  @inlinable
  public func item(at path: SnapshotPath) -> Entry {
    let record = record(at: path.section)
    guard let items = record.items, path.item >= 0, path.item < items.count else {
      preconditionFailure("item index \(path.item) is outside 0..<\(record.weight)")
    }
    return items.element(at: path.item)
  }

  /// Copies consecutive items of a section.
  ///
  /// - Precondition: The section is in the snapshot, and the range within its items.
  /// - Parameters:
  ///   - section: The section.
  ///   - range: The indices of the items.
  /// - Returns: The items, in order.
  /// - Complexity: O(log *n* + *k*), where *k* is the length of the range.
  @inlinable
  public func items(inSection section: SectionID, range: Range<Int>) -> [Entry] {
    Array(ItemList(root: require(section: section).record.items)[range])
  }

  /// Finds where an item stands when the items of all sections are counted through.
  ///
  /// - Parameter item: The item.
  /// - Returns: How many items stand before it, or `nil` if it is not in the snapshot.
  /// - Complexity: O(log *n*).
  @inlinable
  public func globalIndex(of item: ItemID) -> Int? {
    find(item: item).map { $0.section.itemsBefore + $0.offset }
  }

  /// Finds where the item stands that has some others before it in all sections.
  ///
  /// - Parameter index: How many items stand before it.
  /// - Returns: Its path, or `nil` if there are not that many items.
  /// - Complexity: O(log *n*).
  @inlinable
  public func path(ofGlobalIndex index: Int) -> SnapshotPath? {
    sectionRoot?.element(holdingWeight: index).map {
      SnapshotPath(section: $0.rank, item: $0.offset)
    }
  }

  /// Counts the items before a section.
  ///
  /// - Parameter id: The section.
  /// - Returns: How many items the sections before it have, or `nil` if it is not in the snapshot.
  /// - Complexity: O(log *n*).
  @inlinable
  public func globalIndex(ofSection id: SectionID) -> Int? { find(section: id)?.itemsBefore }
}
