import FeedModel
import FeedSnapshots
import FeedStore
import TestSupport
import Testing

@testable import FeedEngine

@Suite("Keys of an order")
struct OrderKeysTests {
  /// A list of keys, and the key that is put into it.
  private func plan(_ keys: [OrderKeys.Bound], at place: Int) -> OrderKeys.Plan {
    OrderKeys(
      left: { $0 < place ? keys[place - 1 - $0] : nil },
      right: { place + $0 < keys.count ? keys[place + $0] : nil }
    ).plan()
  }

  @Test func `a gap takes one key`() {
    #expect(plan([.at(0), .at(1000)], at: 1) == .init(key: 500))
    #expect(plan([.at(0), .at(2)], at: 1) == .init(key: 1))
    #expect(plan([.at(7)], at: 1) == .init(key: 7 + OrderKeys.gap))
    #expect(plan([.at(7)], at: 0) == .init(key: 7 - OrderKeys.gap))
    #expect(plan([], at: 0) == .init(key: OrderKeys.gap))
    #expect(plan([.open, .at(5)], at: 1) == .init(key: 5 - OrderKeys.gap))
  }

  @Test func `without a gap the shorter side makes room`() {
    let (wide, step) = (OrderKeys.wideGap, OrderKeys.step)
    let plain = (0..<10).map { OrderKeys.Bound.at($0) }
    #expect(plan(plain, at: 1) == .init(key: 1 - wide, left: [1 - 2 * wide]))
    #expect(
      plan(plain, at: 8)
        == .init(key: 7 + wide, right: [7 + 2 * wide, 7 + 2 * wide + step])
    )
  }

  @Test func `a list without gaps gets the widest gap at the place of insertion`() {
    let plan = plan([.at(0), .at(1 << 20), .at((1 << 20) + 1), .at(1 << 21)], at: 2)
    #expect(plan.left.count + plan.right.count == 1)
    #expect(plan.key - (plan.left.first ?? 1 << 20) > 1 << 18)
  }

  @Test func `a neighbour whose key is not a usable number gets a new key`() {
    #expect(plan([.open, .blocked, .at(5)], at: 2).left.count == 1)
    #expect(plan([.blocked, .blocked, .blocked], at: 3).left.count == 3)
  }

  /// The destinations of successive moves.
  enum Pattern: String, CaseIterable, Sendable {
    case anywhere, toTheFront, toTheEnd, afterTheFirst, beforeTheLast, intoTheMiddle, backAndForth
  }

  @Test(arguments: Pattern.allCases, [true, false])
  func `a move writes one row, and on average less than one more`(
    pattern: Pattern,
    isPlain: Bool
  ) throws {
    let count: Int64 = 100
    let moves = amount(150, full: 400)
    let table = OrderedTable(name: "", column: "INTEGER NOT NULL") { _ in 0 }
    let core = try EngineCore(feed: table.feed, store: .memory)
    _ = try core.commit { writer in
      for id in 1...count {
        try writer.upsert(
          ["id": .integer(id), "pos": .integer(isPlain ? id : id * 1000)],
          into: "card"
        )
      }
    }
    var random = SeededGenerator(seed: 7)
    var written = 0
    var most = 0
    for turn in 0..<moves {
      let cards = core.snapshot.composition.sections[0].items.map(\.id).filter { $0.kind == "card" }
      let (card, destination): (ItemID, MoveDestination)
      let far = cards[cards.count - 2 - turn % 7]
      switch pattern {
      case .anywhere:
        card = cards[Int.random(in: cards.indices, using: &random)]
        destination = .after(cards[Int.random(in: cards.indices, using: &random)])
      case .toTheFront: (card, destination) = (far, .before(cards[0]))
      case .toTheEnd: (card, destination) = (cards[turn % 9], .after(cards[cards.count - 1]))
      case .afterTheFirst: (card, destination) = (far, .after(cards[0]))
      case .beforeTheLast:
        (card, destination) = (cards[1 + turn % 9], .before(cards[cards.count - 1]))
      case .intoTheMiddle:
        (card, destination) = (turn % 2 == 0 ? cards[0] : far, .before(cards[cards.count / 2]))
      case .backAndForth:
        (card, destination) =
          turn % 2 == 0
          ? (cards[3 + turn % 5], .after(cards[cards.count - 3])) : (far, .before(cards[2]))
      }
      _ = try core.move(card, to: destination)
      written += core.rowsMoved
      most = max(most, core.rowsMoved)
    }
    #expect(most <= Int(count), "one move wrote \(most) rows")
    // The middle is the worst case: each object is inserted between the last two.
    let allowed = pattern == .intoTheMiddle ? 1.6 : 1.15
    // Each row of a list without gaps makes room at most once.
    let once = isPlain || pattern == .intoTheMiddle ? Int(count) : 0
    #expect(
      written <= Int(allowed * Double(moves)) + once,
      "\(written) rows for \(moves) moves"
    )
  }
}
