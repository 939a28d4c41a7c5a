import TestSupport
import Testing

@testable import FeedSnapshots

typealias Plain = Snapshot<String, Int>

extension Plain {
  static func of(_ sections: [(String, [Int])]) throws -> Plain {
    var snapshot = Plain()
    for (id, items) in sections {
      try snapshot.appendSections([id])
      try snapshot.appendItems(items, toSection: id)
    }
    return snapshot
  }

  var contents: [[Int]] { structure.sections.map { $0.items.map(\.id) } }
}

/// A refused call, and its message.
struct Refusal: CustomTestStringConvertible, Sendable {
  let expected: String
  let edit: @Sendable (inout Plain) throws -> Void
  var testDescription: String { expected }
}

@Suite("Snapshot")
struct SnapshotTests {
  static let refusals: [Refusal] = [
    Refusal(expected: "error[duplicate-item]: item '7' is named twice") {
      try $0.appendItems([7, 7])
    },
    Refusal(expected: "error[duplicate-item]: item '1' is named twice") {
      try $0.deleteItems([1, 1])
    },
    Refusal(expected: "error[unknown-section]: section 'z' is not in the snapshot") {
      try $0.appendItems([7], toSection: "z")
    },
    Refusal(expected: "error[unknown-item]: item '9' is not in the snapshot") {
      try $0.insertItems([7], beforeItem: 9)
    },
    Refusal(expected: "error[self-anchor]: '2' cannot be inserted next to itself") {
      try $0.insertItems([7, 2], beforeItem: 2)
    },
    Refusal(expected: "error[self-anchor]: item '1' cannot be moved next to itself") {
      try $0.moveItem(1, beforeItem: 1)
    },
    Refusal(expected: "error[unknown-item]: item '9' is not in the snapshot") {
      try $0.moveItem(9, afterItem: 1)
    },
    Refusal(expected: "error[unknown-item]: item '9' is not in the snapshot") {
      try $0.moveItem(1, afterItem: 9)
    },
    Refusal(expected: "error[unknown-item]: item '9' is not in the snapshot") {
      try $0.reloadItems([1, 9])
    },
    Refusal(expected: "error[unknown-item]: item '9' is not in the snapshot") {
      try $0.reconfigureItems([9])
    },
    Refusal(expected: "error[duplicate-section]: section 'a' is in the snapshot already") {
      try $0.appendSections(["c", "a"])
    },
    Refusal(expected: "error[duplicate-section]: section 'c' is named twice") {
      try $0.appendSections(["c", "c"])
    },
    Refusal(expected: "error[duplicate-section]: section 'a' is named twice") {
      try $0.deleteSections(["a", "a"])
    },
    Refusal(expected: "error[unknown-section]: section 'z' is not in the snapshot") {
      try $0.insertSections(["c"], beforeSection: "z")
    },
    Refusal(expected: "error[self-anchor]: 'a' cannot be inserted next to itself") {
      try $0.insertSections(["c", "a"], afterSection: "a")
    },
    Refusal(expected: "error[self-anchor]: section 'a' cannot be moved next to itself") {
      try $0.moveSection("a", afterSection: "a")
    },
    Refusal(expected: "error[unknown-section]: section 'z' is not in the snapshot") {
      try $0.moveSection("z", afterSection: "a")
    },
    Refusal(expected: "error[unknown-section]: section 'z' is not in the snapshot") {
      try $0.moveSection("a", beforeSection: "z")
    },
    Refusal(expected: "error[unknown-section]: section 'z' is not in the snapshot") {
      try $0.reloadSections(["a", "z"])
    },
    Refusal(expected: "error[unknown-section]: section 'z' is not in the snapshot") {
      try $0.apply(SectionSnapshot(), to: "z")
    },
    Refusal(expected: "error[unknown-section]: section 'z' is not in the snapshot") {
      _ = try $0.numberOfItems(inSection: "z")
    },
    Refusal(expected: "error[no-sections]: item '7' has no section to be appended to") {
      $0.deleteAllItems()
      try $0.appendItems([7])
    },
  ]

  @Test(arguments: refusals)
  func `a call on which Apple's snapshot traps throws and changes nothing`(
    _ refusal: Refusal
  ) throws {
    let before = try Plain.of([("a", [1, 2]), ("b", [3])])
    var snapshot = before
    let error = #expect(throws: SnapshotError.self) { try refusal.edit(&snapshot) }
    #expect(error?.description.split(separator: "\n").first.map(String.init) == refusal.expected)
    #expect(error?.hint.isEmpty == false)
    if error?.code != .noSections {
      #expect(snapshot == before)
      #expect(snapshot.reloadedItemIdentifiers.isEmpty)
      snapshot.structure.checkInvariants()
    }
  }

  @Test func `items that are there already are moved into place`() throws {
    var snapshot = try Plain.of([("a", [1, 2, 3]), ("b", [4])])
    try snapshot.appendItems([1, 9, 4], toSection: "a")
    #expect(snapshot.contents == [[2, 3, 1, 9, 4], []])
    try snapshot.insertItems([2, 3], afterItem: 9)
    #expect(snapshot.contents == [[1, 9, 2, 3, 4], []])
    try snapshot.insertItems([9], beforeItem: 1)
    #expect(snapshot.contents == [[9, 1, 2, 3, 4], []])
  }

  @Test func `deleting unknown items and sections changes nothing`() throws {
    var snapshot = try Plain.of([("a", [1])])
    try snapshot.deleteItems([5])
    try snapshot.deleteSections(["z"])
    #expect(snapshot.contents == [[1]])
  }

  @Test func `deleting all items deletes the sections, so that they can be appended again`() throws
  {
    var snapshot = try Plain.of([("a", [1]), ("b", [])])
    snapshot.deleteAllItems()
    #expect(snapshot.numberOfSections == 0)
    try snapshot.appendSections(["a"])
    try snapshot.appendItems([1])
    #expect(snapshot.contents == [[1]])
  }

  @Test func `moves across sections and within one`() throws {
    var snapshot = try Plain.of([("a", [1, 2, 3]), ("b", [4, 5])])
    try snapshot.moveItem(1, afterItem: 3)
    try snapshot.moveItem(5, beforeItem: 2)
    try snapshot.moveSection("b", beforeSection: "a")
    #expect(snapshot.contents == [[4], [5, 2, 3, 1]])
    try snapshot.insertSections(["x", "y"], afterSection: "b")
    try snapshot.moveSection("b", afterSection: "y")
    #expect(Array(snapshot.sectionIdentifiers) == ["x", "y", "b", "a"])
  }

  @Test func `every item is found by path, by global index and by id`() throws {
    let snapshot = try Plain.of([("a", []), ("b", Array(0..<100)), ("c", []), ("d", [100, 101])])
    #expect(Array(snapshot.itemIdentifiers) == Array(0...101))
    for id in 0...101 {
      #expect(snapshot.indexOfItem(id) == id)
      #expect(snapshot.item(atGlobalIndex: id) == id)
      #expect(snapshot.itemIdentifiers[id] == id)
      #expect(snapshot.indexPath(of: id).flatMap { snapshot.item(at: $0) } == id)
      #expect(snapshot.section(containing: id) == (id < 100 ? "b" : "d"))
    }
    #expect(snapshot.item(atGlobalIndex: 102) == nil)
    #expect(snapshot.item(at: path(0, 0)) == nil)
    #expect(snapshot.item(at: path(9, 0)) == nil)
    #expect(snapshot.indexOfItem(500) == nil)
    #expect(snapshot.indexOfSection("d") == 3)
    #expect(snapshot.section(at: 4) == nil)
    #expect(Array(try snapshot.itemIdentifiers(inSection: "d")) == [100, 101])
    #expect(try snapshot.numberOfItems(inSection: "b") == 100)
    #expect(snapshot.sectionIdentifier(containingItem: 3) == "b")
  }

  @Test func `marks lead to reloads and reconfigures of what survives`() throws {
    let old = try Plain.of([("a", [1, 2]), ("b", [3]), ("c", [7])])
    var new = try Plain.of([("c", [7]), ("a", [2, 1, 9]), ("d", [8]), ("b", [3])])
    try new.reloadItems([1, 9, 8, 7])
    try new.reconfigureItems([1, 2, 3])
    try new.reloadSections(["b", "d"])
    let batch = old.updates(to: new, profile: .minimal)
    #expect(batch.reloadSections == [3])
    #expect(batch.reloadItems == [path(0, 0), path(1, 1)])
    #expect(batch.reconfigureItems == [path(1, 0)])
    #expect(new == new.withoutMarks)
    #expect(new.withoutMarks.updates(to: new.withoutMarks).isEmpty)
    let violations = CollectionModel(old.structure).violations(of: batch, to: new.structure)
    #expect(violations.isEmpty, "\(violations)")
  }

  @Test func `marks of what is deleted are forgotten`() throws {
    var snapshot = try Plain.of([("a", [1, 2])])
    try snapshot.reloadItems([2, 1, 2])
    try snapshot.reconfigureItems([1])
    try snapshot.reloadSections(["a"])
    try snapshot.deleteItems([1])
    #expect(snapshot.reloadedItemIdentifiers == [2])
    #expect(snapshot.reconfiguredItemIdentifiers.isEmpty)
    try snapshot.deleteSections(["a"])
    #expect(snapshot.reloadedSectionIdentifiers.isEmpty)
    #expect(snapshot.reloadedItemIdentifiers.isEmpty)
  }

  @Test func `a snapshot made at once is one made call by call`() throws {
    let sections = [
      (id: "a", items: Array(0..<300)), (id: "b", items: []), (id: "c", items: [300]),
    ]
    let snapshot = try Plain(sections)
    snapshot.structure.checkInvariants()
    #expect(try snapshot == Plain.of(sections))
    let item = #expect(throws: SnapshotError.self) {
      try Plain([(id: "a", items: [1]), (id: "b", items: [2, 1])])
    }
    #expect(item?.message == "item '1' is named twice")
    let section = #expect(throws: SnapshotError.self) {
      try Plain([(id: "a", items: [1]), (id: "a", items: [2])])
    }
    #expect(section?.message == "section 'a' is named twice")
  }

  @Test func `random calls agree with plain arrays`() throws {
    for seed in 0..<amount(60, full: 150, soak: 3000) {
      var random = SeededGenerator(seed: UInt64(seed))
      var snapshot = try Plain.of([("a", [0, 1]), ("b", [])])
      var naive = NaiveSnapshot(sections: [("a", [0, 1]), ("b", [])])
      var history: [String] = []
      for _ in 0..<40 {
        let call = RandomCall(&random)
        history.append("\(call)")
        let before = snapshot
        let isAccepted = naive.perform(call)
        var refusal: SnapshotError?
        do { try call.perform(on: &snapshot) } catch { refusal = error }
        try #require((refusal == nil) == isAccepted, "seed \(seed): \(history): \(refusal as Any)")
        if refusal != nil { try #require(snapshot == before, "seed \(seed): \(history)") }
        snapshot.structure.checkInvariants()
        try #require(
          snapshot.contents == naive.sections.map(\.1)
            && Array(snapshot.sectionIdentifiers) == naive.sections.map(\.0),
          "seed \(seed): \(history)"
        )
      }
    }
  }
}
