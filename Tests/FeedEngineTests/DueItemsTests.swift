import FeedModel
import TestSupport
import Testing

@testable import FeedEngine

@Suite("DueItems")
struct DueItemsTests {
  private static func item(_ key: Int64) -> ItemID {
    ItemID(kind: "a", object: ObjectID(entity: "a", key: .integer(key)))
  }

  @Test(arguments: UInt64(0)..<amount(20, full: 100, soak: 2_000))
  func `the due items agree with a table of all items`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var due = DueItems()
    var table: [ItemID: Int64] = [:]
    var now: Int64 = 0
    for _ in 0..<600 {
      switch Int.random(in: 0..<8, using: &random) {
      case 0:
        now += Int64.random(in: 0...40, using: &random)
        let items = due.take(through: now)
        let expected = table.filter { $0.value <= now }.map(\.key)
        #expect(Set(items) == Set(expected))
        #expect(items.count == expected.count)
        for item in items { table[item] = nil }
      case 1 where Int.random(in: 0..<20, using: &random) == 0:
        #expect(Set(due.takeAll()) == Set(table.keys))
        table = [:]
      case 2 where Int.random(in: 0..<10, using: &random) == 0:
        let kept = Set(table.keys.filter { _ in Bool.random(using: &random) })
        due.keep { kept.contains($0) }
        table = table.filter { kept.contains($0.key) }
      default:
        let item = Self.item(Int64.random(in: 0..<30, using: &random))
        let instants: [Int64?] = [nil, .max, now + Int64.random(in: -5...90, using: &random)]
        let instant = instants.randomElement(using: &random) ?? nil
        due.set(instant, of: item)
        table[item] = instant
      }
      #expect(due.count == table.count)
    }
  }
}
