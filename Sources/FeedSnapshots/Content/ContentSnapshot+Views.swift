extension ContentSnapshot {
  /// The sections, in order, without copying them.
  @inlinable
  public var sections: SectionList { SectionList(root: sectionRoot) }

  /// Returns a section without copying its items.
  ///
  /// - Returns: The section, or `nil` if it is not in the snapshot.
  /// - Complexity: O(log *n*).
  @inlinable
  public func section(_ id: SectionID) -> Section? { find(section: id).map { Section($0.record) } }

  /// The sections of a snapshot as a collection.
  public struct SectionList: RandomAccessCollection, Sendable {
    @usableFromInline
    let root: SectionNode?

    @inlinable
    init(root: SectionNode?) { self.root = root }

    /// The index of the first section: zero.
    @inlinable
    public var startIndex: Int { 0 }

    /// The number of sections.
    @inlinable
    public var endIndex: Int { root?.count ?? 0 }

    /// Returns the section at an index.
    ///
    /// - Complexity: O(log *n*).
    @inlinable
    public subscript(position: Int) -> Section {
      guard let root, position >= 0, position < root.count else {
        preconditionFailure("section index \(position) is outside 0..<\(endIndex)")
      }
      return Section(root.element(at: position))
    }

    /// Returns an iterator over the sections, at O(1) per section.
    @inlinable
    public func makeIterator() -> Iterator { Iterator(base: TreeIterator(root)) }

    /// An iterator over the sections.
    public struct Iterator: IteratorProtocol, Sendable {
      @usableFromInline
      var base: TreeIterator<Record>

      @inlinable
      init(base: TreeIterator<Record>) { self.base = base }

      /// Returns the next section.
      ///
      /// - Returns: The section, or `nil` at the end.
      @inlinable
      public mutating func next() -> Section? { base.next().map { Section($0) } }
    }
  }

  /// A section of a snapshot.
  public struct Section: Sendable, Identifiable {
    @usableFromInline
    let record: Record

    @inlinable
    init(_ record: Record) { self.record = record }

    /// The section's identity.
    @inlinable
    public var id: SectionID { record.id }

    /// The content of the section.
    @inlinable
    public var content: SectionContent { record.content }

    /// The section's items, in order, without copying them.
    @inlinable
    public var items: ItemList { ItemList(root: record.items) }
  }

  /// The items of a section as a collection.
  public struct ItemList: RandomAccessCollection, Sendable {
    @usableFromInline
    let root: ItemNode?
    @usableFromInline
    let bounds: Range<Int>

    @inlinable
    init(root: ItemNode?) {
      self.root = root
      bounds = 0..<(root?.count ?? 0)
    }

    @inlinable
    init(root: ItemNode?, bounds: Range<Int>) {
      self.root = root
      self.bounds = bounds
    }

    /// The index of the first item.
    @inlinable
    public var startIndex: Int { bounds.lowerBound }

    /// The index after the last item.
    @inlinable
    public var endIndex: Int { bounds.upperBound }

    /// Returns the item at an index.
    ///
    /// - Complexity: O(log *n*).
    @inlinable
    public subscript(position: Int) -> Entry {
      guard let root, bounds.contains(position) else {
        preconditionFailure("item index \(position) is outside \(bounds)")
      }
      return root.element(at: position)
    }

    /// Returns a part of the items, without copying them.
    ///
    /// - Complexity: O(1).
    @inlinable
    public subscript(range: Range<Int>) -> ItemList {
      precondition(
        range.lowerBound >= bounds.lowerBound && range.upperBound <= bounds.upperBound,
        "item range \(range) is outside \(bounds)"
      )
      return ItemList(root: root, bounds: range)
    }

    /// Returns an iterator over the items, at O(1) per item.
    @inlinable
    public func makeIterator() -> Iterator {
      Iterator(base: TreeIterator(root, from: bounds.lowerBound), remaining: bounds.count)
    }

    /// An iterator over the items of a section.
    public struct Iterator: IteratorProtocol, Sendable {
      @usableFromInline
      var base: TreeIterator<Entry>
      @usableFromInline
      var remaining: Int

      @inlinable
      init(base: TreeIterator<Entry>, remaining: Int) {
        self.base = base
        self.remaining = remaining
      }

      /// Returns the next item.
      ///
      /// - Returns: The item, or `nil` at the end.
      @inlinable
      public mutating func next() -> Entry? {
        guard remaining > 0 else { return nil }
        remaining -= 1
        return base.next()
      }
    }
  }
}
