import FeedQueries
import FeedSnapshots

/// What is to become of the sections, gathered from the changes of the queries.
struct TogetherWork {
  /// The content of an item whose place is known.
  struct PlacedContent {
    let section: ComposedSection
    let partition: Partition
    let item: ComposedItem
    let node: QueryNode
    let place: Placement

    /// Where the item stands when all moves are done.
    func offset() -> Int { node.list.weight(before: place.handle) }
  }

  /// Items that come, all of an object or some.
  struct Arrival {
    let section: ComposedSection
    let node: QueryNode
    let record: ObjectRecord
    let place: Placement
    /// How many of the object's items stand before these.
    let offset: Int
    /// How many items the object has at the beginning.
    let oldWeight: Int32
    /// How many items the object has in the end.
    let weight: Int32
    let items: ArraySlice<ComposedItem>
  }

  var arrivals: [Arrival] = []
  private(set) var splices: ContiguousArray<Composer.Composition.Splice> = []
  /// Contents of items whose places are known.
  var contents: [PlacedContent] = []
  /// Items with their contents whose places are not known.
  var others: [ComposedItem] = []
  private var places: [ObjectIdentifier: Int] = [:]

  /// The only content there is, if its place is known.
  var onlyContent: PlacedContent? { contents.count == 1 ? contents[0] : nil }

  /// Where an item stands in the snapshot that stood elsewhere once others have left.
  func oldOffset(of offset: Int, in partition: Partition) -> Int {
    places[ObjectIdentifier(partition)].map { splices[$0].oldOffset(of: offset) } ?? offset
  }

  /// Changes the splice of a section.
  mutating func change(
    _ section: ComposedSection,
    _ partition: Partition,
    _ body: (inout Composer.Composition.Splice) -> Void
  ) {
    let place = places[ObjectIdentifier(partition)] ?? splices.count
    if place == splices.count {
      splices.append(.init(section: section.id(of: partition)))
      places[ObjectIdentifier(partition)] = place
    }
    body(&splices[place])
  }
}
