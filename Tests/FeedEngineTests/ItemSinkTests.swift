import FeedModel
import FeedSnapshots
import Testing

@testable import FeedEngine

@Suite("ItemSink")
struct ItemSinkTests {
  private let ids = (1...5).map { number in
    ItemID(kind: "event", object: ObjectID(entity: "event", key: .integer(Int64(number))))
  }

  /// Gives five items to a sink.
  private func give(_ items: inout some ItemSink) -> [Int] {
    var made: [Int] = []
    for (place, id) in ids.enumerated() {
      items.take(id) {
        made.append(place)
        return .empty
      }
    }
    return made
  }

  @Test func `ids are taken without creating contents`() {
    var items = ItemIDs()
    #expect(give(&items).isEmpty)
    #expect(items.ids == ids)
  }

  @Test func `a range of places creates only the contents in it`() {
    var items = ItemRange(1..<3)
    #expect(give(&items) == [1, 2])
    #expect(items.items.map(\.id) == Array(ids[1..<3]))
  }

  @Test func `a list takes all items with their contents`() {
    var items: [ComposedItem] = []
    #expect(give(&items) == [0, 1, 2, 3, 4])
    #expect(items.map(\.id) == ids)
  }
}
