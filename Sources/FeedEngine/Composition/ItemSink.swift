import FeedModel
import FeedQueries
import FeedSnapshots

/// A consumer of the items of an object, in order.
///
/// A content is made only if the sink asks for it: whether an object yields other items than before is
/// a question of their ids alone.
protocol ItemSink {
  /// Takes an item.
  mutating func take(_ id: ItemID, showing content: () -> Content)
}

extension ItemSink {
  /// Takes the item that shows an object in some way.
  mutating func take(_ object: ShownRow, _ look: ItemReader) {
    let id = ItemID(kind: look.kind, object: object.id)
    take(id) { object.content(look, of: id) }
  }
}

extension [ComposedItem]: ItemSink {
  mutating func take(_ id: ItemID, showing content: () -> Content) {
    append(ComposedItem(id: id, content: content()))
  }
}

/// Takes ids, and makes no content.
struct ItemIDs: ItemSink {
  private(set) var ids: [ItemID] = []

  mutating func take(_ id: ItemID, showing content: () -> Content) { ids.append(id) }
}

/// Takes the items at some places.
struct ItemRange: ItemSink {
  private(set) var items: [ComposedItem] = []
  private let range: Range<Int>
  private var place = 0

  init(_ range: Range<Int>) { self.range = range }

  mutating func take(_ id: ItemID, showing content: () -> Content) {
    if range.contains(place) { items.take(id, showing: content) }
    place += 1
  }
}
