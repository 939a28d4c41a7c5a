import Testing

@testable import FeedSnapshots

/// A pair of documents known to trip diffs up, and the smallest batch for it.
struct Scenario: CustomTestStringConvertible, Sendable {
  let name: String
  let old: String
  let new: String
  /// Counts by kind in the minimal profile; kinds left out are empty.
  let counts: [BatchUpdates.Kind: Int]
  var testDescription: String { name }

  init(_ name: String, _ old: String, _ new: String, _ counts: [BatchUpdates.Kind: Int]) {
    self.name = name
    self.old = old
    self.new = new
    self.counts = counts
  }
}

@Suite("Batch updates: scenarios")
struct ScenarioTests {
  static let all: [Scenario] = [
    .init(
      "1: swap of sections with a delete and an insert",
      "1[1111] 2[2222]",
      "2[0] 1[]",
      [.moveSections: 1, .deleteItems: 2, .insertItems: 1]
    ),
    .init(
      "2: a moved section, an item that crosses, updates of both",
      "4[10,11,12] 9[25,26,27]",
      "9[11u,26,27u] 4[10u,12]",
      [.moveSections: 1, .deleteItems: 1, .moveItems: 1, .reconfigureItems: 3]
    ),
    .init(
      "3: a section comes, one empties, one fills",
      "1[10] 2[1,2] 8[21,22,23] 9[] 10[31]",
      "1[10] 2[1,2u,23u] 7[71] 8[] 9[91] 10[31]",
      [
        .insertSections: 1, .deleteItems: 2, .insertItems: 1, .moveItems: 1, .reconfigureItems: 2,
      ]
    ),
    .init("5a: rotation to the left", "A[0,1,2]", "A[1,2,0]", [.moveItems: 1]),
    .init("5b: rotation to the right", "A[0,1,2]", "A[2,0,1]", [.moveItems: 1]),
    .init("5c: reversal", "A[0,1,2,3]", "A[3,2,1,0]", [.moveItems: 3]),
    .init(
      "6: mixed changes",
      "A[0,1,2]",
      "A[2,4,0u,3]",
      [.deleteItems: 1, .insertItems: 2, .moveItems: 1, .reconfigureItems: 1]
    ),
    .init(
      "8: swapped sections, both reversed",
      "0[0,1] 1[2,3]",
      "1[3u,2] 0[1,0u]",
      [.moveSections: 1, .moveItems: 2, .reconfigureItems: 2]
    ),
    .init(
      "9: a section empties, an item crosses with an update",
      "0[0,1] 1[2,3]",
      "0[] 1[1u,3]",
      [.deleteItems: 2, .moveItems: 1, .reconfigureItems: 1]
    ),
    .init(
      "13: an item goes into a section that comes",
      "A[1,2]",
      "A[1] B[2]",
      [.insertSections: 1, .deleteItems: 1]
    ),
    .init("15: swap of two", "A[1,2]", "A[2,1]", [.moveItems: 1]),
    .init(
      "16: a block moves",
      "A[1,2,3,4,5,6,7]",
      "A[1,4,5,2,3,6,7]",
      [.moveItems: 2]
    ),
    .init(
      "17: deletes, inserts and moves",
      "A[0,1,2,3,4,5,6,7,8]",
      "A[0,2,3,4,7,6,9,5,10]",
      [.deleteItems: 2, .insertItems: 2, .moveItems: 2]
    ),
    .init(
      "18: move and update of one item",
      "A[0,1,2]",
      "A[2u,1,0]",
      [.moveItems: 2, .reconfigureItems: 1]
    ),
    .init("19: Heckel's paper", "A[a,b,c,d,e,f,g]", "A[a,b,e,d,f,c,g]", [.moveItems: 2]),
    .init(
      "20: an item survives its section",
      "A[1,2] B[3]",
      "B[1,3]",
      [.deleteSections: 1, .insertItems: 1]
    ),
    .init(
      "22: an item crosses from a deleted to an inserted section",
      "A[1]",
      "B[1]",
      [.deleteSections: 1, .insertSections: 1]
    ),
    .init("29: no idle section move", "A[] B[x]", "A[x] B[]", [.moveItems: 1]),
    .init(
      "30: a reloaded section moves",
      "A[1] B[2]",
      "Bu[2] A[1]",
      [.moveSections: 1, .reloadSections: 1]
    ),
    .init(
      "32: delete and insert at one path",
      "A[1,2,3]",
      "A[1,2,4]",
      [.deleteItems: 1, .insertItems: 1]
    ),
    .init(
      "35: an insert and a remove do not become a reload",
      "A[1,2,3,4]",
      "A[9,2,3]",
      [.deleteItems: 2, .insertItems: 1]
    ),
    .init("37: moved there and back", "A[1,2]", "A[1,2]", [:]),
    .init(
      "38a: the changed row is the one to move",
      "A[1,2,3]",
      "A[1,3,2u]",
      [.moveItems: 1, .reconfigureItems: 1]
    ),
    .init(
      "38b: fewer moves win over moving changed rows",
      "A[1,2,3]",
      "A[2u,3,1]",
      [.moveItems: 1, .reconfigureItems: 1]
    ),
    .init(
      "40: a section moves with a row in it",
      "0[r0,r1,r2,r3,r4,r5] 1[s0,s1]",
      "1[s0,s1] 0[r0,r4,r1,r2,r3,r5]",
      [.moveSections: 1, .moveItems: 1]
    ),
    .init(
      "41: swapped sections, a swap in one",
      "1[1] 0[2,1b]",
      "0[1b,2] 1[1]",
      [.moveSections: 1, .moveItems: 1]
    ),
    .init("45a: nothing to nothing", "", "", [:]),
    .init("45b: a section comes", "", "A[]", [.insertSections: 1]),
    .init("45c: a section goes", "A[]", "", [.deleteSections: 1]),
    .init("45d: an item comes into an empty section", "A[]", "A[1]", [.insertItems: 1]),
    .init("45e: a section empties", "A[1]", "A[]", [.deleteItems: 1]),
    .init(
      "45f: all is replaced",
      "A[1,2] B[3]",
      "C[4] D[5]",
      [.deleteSections: 2, .insertSections: 2]
    ),
    .init(
      "45g: all in a section is replaced",
      "A[1,2]",
      "A[3,4,5]",
      [.deleteItems: 2, .insertItems: 3]
    ),
    .init(
      "46: the last go while others change",
      "A[1,2,3,4]",
      "A[1u,2]",
      [.deleteItems: 2, .reconfigureItems: 1]
    ),
  ]

  @Test(arguments: all)
  func `the batch is valid, safe and the smallest`(_ scenario: Scenario) throws {
    let old = try letters(scenario.old)
    let new = try letters(scenario.new)
    let model = CollectionModel(old)
    let minimal = old.updates(to: new, profile: .minimal)
    for kind in BatchUpdates.Kind.allCases {
      #expect(minimal.count(of: kind) == scenario.counts[kind, default: 0], "\(kind): \(minimal)")
    }
    for batch in [minimal, old.updates(to: new)] {
      let violations = model.violations(of: batch, from: old, to: new)
      #expect(violations.isEmpty, "\(violations)")
    }
    #expect(model.warnings(of: old.updates(to: new), to: new).isEmpty)
    #expect(model.warnings(of: minimal, to: new).allSatisfy { $0.rule == 22 })
  }

  @Test func `of equal sets of moves, the changed row moves`() throws {
    let batch = try letters("A[1,2,3]").updates(to: letters("A[1,3,2u]"))
    #expect(batch.moveItems == [.init(from: path(0, 1), to: path(0, 2))])
    let other = try letters("A[1,2,3]").updates(to: letters("A[1,3u,2]"))
    #expect(other.moveItems == [.init(from: path(0, 2), to: path(0, 1))])
    let fewest = try letters("A[1,2,3]").updates(to: letters("A[2u,3,1]"))
    #expect(fewest.moveItems == [.init(from: path(0, 0), to: path(0, 2))])
  }

  @Test func `untouched sections and items have no part in a batch`() throws {
    let old = try letters("1[10] 2[1,2] 8[21,22,23] 9[] 10[31]")
    let new = try letters("1[10] 2[1,2u,23u] 7[71] 8[] 9[91] 10[31]")
    let batch = old.updates(to: new)
    #expect(batch.moveSections.isEmpty)
    #expect(batch.deleteItems == [path(2, 1), path(2, 0)])
    #expect(batch.moveItems == [.init(from: path(2, 2), to: path(1, 2))])
  }

  @Test func `the section whose rebuilding costs most stays`() throws {
    let old = try letters("A[1,2,3,4] B[5] C[6]")
    let new = try letters("B[5,9] A[1,2,3,4,8] C[6]")
    let batch = old.updates(to: new)
    #expect(batch.deleteSections == [1])
    #expect(batch.insertSections == [0])
    #expect(batch.insertItems == [path(1, 4)])
    #expect(batch.moveSections.isEmpty)
  }

  @Test func `a clean section moves, so that a changed one need not`() throws {
    let old = try letters("A[1] B[2,3,4,5,6]")
    let new = try letters("B[2,3,4,5,6] A[1,7]")
    let batch = old.updates(to: new)
    #expect(batch.moveSections == [.init(from: 1, to: 0)])
    #expect(batch.insertItems == [path(1, 1)])
  }

  @Test func `toggling overlapping filters ends in the snapshot that was shown`() throws {
    let all = Array(0..<40)
    var shown = try Numbers([PlainSection(id: 0, items: all.map { PlainItem(id: $0) })])
    var model = CollectionModel(shown)
    for step in 0..<60 {
      let items = all.filter { (step & 1 == 0 || $0 % 3 != 0) && (step & 2 == 0 || $0 % 4 != 1) }
      let next = try Numbers([PlainSection(id: 0, items: items.map { PlainItem(id: $0) })])
      try model.perform(shown.updates(to: next), from: shown, to: next)
      shown = next
    }
    #expect(model.holds(shown))
  }

  @Test func `large moves are as few as can be`() throws {
    let count = 10_000
    let ids = Array(0..<count)
    func moves(_ new: [Int]) throws -> Int {
      let old = try Numbers([PlainSection(id: 0, items: ids.map { PlainItem(id: $0) })])
      let new = try Numbers([PlainSection(id: 0, items: new.map { PlainItem(id: $0) })])
      return old.updates(to: new).moveItems.count
    }
    #expect(try moves(Array(ids[1...] + [0])) == 1)
    #expect(try moves([count - 1] + ids.dropLast()) == 1)
    #expect(try moves(ids.reversed()) == count - 1)
    let half = count / 2
    #expect(try moves((0..<half).flatMap { [$0, $0 + half] }) == count - (half + 1))
  }
}
