extension Snapshot {
  /// The ids of the sections as a collection.
  public struct SectionIdentifiers: RandomAccessCollection, Sendable {
    @usableFromInline
    let base: Structure.SectionList

    @inlinable
    init(base: Structure.SectionList) { self.base = base }

    /// The index of the first id: zero.
    @inlinable
    public var startIndex: Int { 0 }

    /// The number of ids.
    @inlinable
    public var endIndex: Int { base.count }

    /// Returns the id at an index.
    ///
    /// - Complexity: O(log *n*).
    @inlinable
    public subscript(position: Int) -> SectionID { base[position].id }

    /// Returns an iterator over the ids, at O(1) per id.
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

    /// The index of the first id: zero.
    @inlinable
    public var startIndex: Int { base.startIndex }

    /// The number of items.
    @inlinable
    public var endIndex: Int { base.endIndex }

    /// Returns the id at an index.
    ///
    /// - Complexity: O(log *n*).
    @inlinable
    public subscript(position: Int) -> ItemID { base[position].id }

    /// Returns an iterator over the ids, at O(1) per id.
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

    /// The index of the first id: zero.
    @inlinable
    public var startIndex: Int { 0 }

    /// The number of ids.
    @inlinable
    public var endIndex: Int { structure.itemCount }

    /// Returns the id at an index.
    ///
    /// - Complexity: O(log *n*).
    @inlinable
    public subscript(position: Int) -> ItemID {
      guard let path = structure.path(ofGlobalIndex: position) else {
        preconditionFailure("item index \(position) is outside 0..<\(endIndex)")
      }
      return structure.item(at: path).id
    }

    /// Returns an iterator over the ids, at O(1) per id.
    @inlinable
    public func makeIterator() -> Iterator { Iterator(sections: structure.sections.makeIterator()) }

    /// An iterator over the ids of all items.
    public struct Iterator: IteratorProtocol, Sendable {
      @usableFromInline
      var sections: Structure.SectionList.Iterator
      @usableFromInline
      var items: Structure.ItemList.Iterator?

      @inlinable
      init(sections: Structure.SectionList.Iterator) { self.sections = sections }

      /// Returns the next id.
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
