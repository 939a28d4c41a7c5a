extension Snapshot {
  /// The ids of the sections as a collection.
  public struct SectionIdentifiers: RandomAccessCollection, Sendable {
    @usableFromInline
    let base: Structure.SectionList

    @inlinable
    init(base: Structure.SectionList) { self.base = base }

    /// Zero.
    @inlinable
    public var startIndex: Int { 0 }

    /// How many ids there are.
    @inlinable
    public var endIndex: Int { base.count }

    /// Reads the id at an index.
    ///
    /// - Parameter position: The index.
    /// - Returns: The id.
    /// - Complexity: O(log *n*).
    @inlinable
    public subscript(position: Int) -> SectionID { base[position].id }

    /// Walks the ids in O(1) an id.
    ///
    /// - Returns: An iterator.
    @inlinable
    public func makeIterator() -> LazyMapSequence<Structure.SectionList, SectionID>.Iterator {
      base.lazy.map(\.id).makeIterator()
    }
  }

  /// The ids of a section's items as a collection.
  public struct SectionItemIdentifiers: RandomAccessCollection, Sendable {
    @usableFromInline
    let base: Structure.ItemList

    @inlinable
    init(base: Structure.ItemList) { self.base = base }

    /// Zero.
    @inlinable
    public var startIndex: Int { base.startIndex }

    /// How many items there are.
    @inlinable
    public var endIndex: Int { base.endIndex }

    /// Reads the id at an index.
    ///
    /// - Parameter position: The index.
    /// - Returns: The id.
    /// - Complexity: O(log *n*).
    @inlinable
    public subscript(position: Int) -> ItemID { base[position].id }

    /// Walks the ids in O(1) an id.
    ///
    /// - Returns: An iterator.
    @inlinable
    public func makeIterator() -> LazyMapSequence<Structure.ItemList, ItemID>.Iterator {
      base.lazy.map(\.id).makeIterator()
    }
  }

  /// The ids of all items as a collection.
  public struct ItemIdentifiers: RandomAccessCollection, Sendable {
    @usableFromInline
    let structure: Structure

    @inlinable
    init(structure: Structure) { self.structure = structure }

    /// Zero.
    @inlinable
    public var startIndex: Int { 0 }

    /// How many ids there are.
    @inlinable
    public var endIndex: Int { structure.itemCount }

    /// Reads the id at an index.
    ///
    /// - Parameter position: The index.
    /// - Returns: The id.
    /// - Complexity: O(log *n*).
    @inlinable
    public subscript(position: Int) -> ItemID {
      guard let path = structure.path(ofGlobalIndex: position) else {
        preconditionFailure("item index \(position) is outside 0..<\(endIndex)")
      }
      return structure.item(at: path).id
    }

    /// Walks the ids in O(1) an id.
    ///
    /// - Returns: An iterator.
    @inlinable
    public func makeIterator() -> Iterator { Iterator(sections: structure.sections.makeIterator()) }

    /// Walks the ids of all items.
    public struct Iterator: IteratorProtocol, Sendable {
      @usableFromInline
      var sections: Structure.SectionList.Iterator
      @usableFromInline
      var items: Structure.ItemList.Iterator?

      @inlinable
      init(sections: Structure.SectionList.Iterator) { self.sections = sections }

      /// Reads the next id.
      ///
      /// - Returns: The id, or `nil` at the end.
      @inlinable
      public mutating func next() -> ItemID? {
        while true {
          if let entry = items?.next() { return entry.id }
          guard let section = sections.next() else { return nil }
          items = section.items.makeIterator()
        }
      }
    }
  }
}
