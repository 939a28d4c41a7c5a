import TestSupport
import Testing

@testable import FeedSnapshots

@Suite("Differences, transactions and composition")
struct DifferenceTests {
  @Test func `the difference turns the old items into the new ones`() throws {
    for seed in 0..<300 {
      var random = SeededGenerator(seed: UInt64(seed))
      let before = UpdateLawTests.document(&random)
      let after = UpdateLawTests.document(&random)
      let old = try Plain.of(before.map { ("\($0.id)", $0.items.map(\.id)) })
      let new = try Plain.of(after.map { ("\($0.id)", $0.items.map(\.id)) })
      let difference = new.difference(from: old)
      #expect(Array(old.itemIdentifiers).applying(difference) == Array(new.itemIdentifiers))
      let kept = Minimum.increasing(
        new.itemIdentifiers.compactMap { Array(old.itemIdentifiers).firstIndex(of: $0) }
      )
      #expect(difference.removals.count == old.numberOfItems - kept, "seed \(seed)")
      for section in new.sectionIdentifiers {
        let items = (try? old.itemIdentifiers(inSection: section)).map { Array($0) } ?? []
        let difference = new.difference(inSection: section, from: old)
        #expect(items.applying(difference) == Array(try new.itemIdentifiers(inSection: section)))
      }
    }
  }

  @Test func `the difference of related versions pairs the moved item with itself`() throws {
    let old = try Plain.of([("a", Array(0..<1000)), ("b", Array(1000..<2000))])
    var new = old
    try new.moveItem(10, afterItem: 1500)
    let difference = new.difference(from: old)
    #expect(difference.removals == [.remove(offset: 10, element: 10, associatedWith: 1500)])
    #expect(difference.insertions == [.insert(offset: 1500, element: 10, associatedWith: 10)])
  }

  @Test func `a transaction reports the changes of each section`() throws {
    let old = try Plain.of([("a", [1, 2, 3]), ("b", [4]), ("c", [5, 6])])
    var new = old
    try new.moveItem(1, afterItem: 3)
    try new.moveItem(6, beforeItem: 5)
    let transaction = SnapshotTransaction(from: old, to: new)
    #expect(transaction.initialSnapshot == old)
    #expect(transaction.finalSnapshot == new)
    #expect(
      Array(old.itemIdentifiers).applying(transaction.difference) == Array(new.itemIdentifiers)
    )
    #expect(transaction.sectionTransactions.map(\.sectionIdentifier) == ["a", "c"])
    let first = try #require(transaction.sectionTransactions.first)
    #expect(first.initialSnapshot.items == [1, 2, 3])
    #expect(first.finalSnapshot.items == [2, 3, 1])
    #expect([1, 2, 3].applying(first.difference) == [2, 3, 1])
    #expect(SnapshotTransaction(from: old, to: old).difference.isEmpty)
  }

  @Test func `two batches folded are the batch of the whole way`() throws {
    for seed in 0..<amount(200, full: 600, soak: 20_000) {
      var random = SeededGenerator(seed: UInt64(seed))
      let snapshots = try (0..<3).map { _ in
        try Numbers(
          UpdateLawTests.document(&random).map {
            PlainSection(id: $0.id, items: $0.items.map { PlainItem(id: $0.id) })
          }
        )
      }
      let (a, b, c) = (snapshots[0], snapshots[1], snapshots[2])
      // An id that is deleted and inserted again is new to a reader that sees only the batches.
      let goneItems = Set(a.sections.flatMap { $0.items.map(\.id) }).subtracting(ids(b))
      let goneSections = Set(a.sections.map(\.id)).subtracting(b.sections.map(\.id))
      guard goneItems.isDisjoint(with: ids(c)), goneSections.isDisjoint(with: c.sections.map(\.id))
      else { continue }
      let ab = a.updates(to: b, profile: .minimal)
      let bc = b.updates(to: c, profile: .minimal)
      // An item that a section takes with it when it goes is lost to the batches as well.
      guard !goesThroughNewSections(a, b, c) else { continue }
      let folded = BatchUpdates.folding(
        [ab, bc],
        itemCounts: snapshots.map { $0.sections.map(\.items.count) },
        profile: .minimal
      )
      try #require(folded == a.updates(to: c, profile: .minimal), "seed \(seed): \(ab) then \(bc)")
    }
  }

  private func ids(_ snapshot: Numbers) -> [Int] {
    snapshot.sections.flatMap { $0.items.map(\.id) }
  }

  /// Whether an item is deleted and inserted with its sections although all snapshots contain it.
  private func goesThroughNewSections(_ a: Numbers, _ b: Numbers, _ c: Numbers) -> Bool {
    func isCut(_ old: Numbers, _ new: Numbers, _ id: Int) -> Bool {
      guard let from = old.section(containing: id), let to = new.section(containing: id) else {
        return false
      }
      return new.index(ofSection: from) == nil || old.index(ofSection: to) == nil
    }
    return ids(a).contains {
      c.contains($0) && !isCut(a, c, $0) && (isCut(a, b, $0) || isCut(b, c, $0))
    }
  }

  @Test func `folding cancels what is undone`() throws {
    func batch(_ edit: (inout BatchUpdates) -> Void) -> BatchUpdates {
      var batch = BatchUpdates()
      edit(&batch)
      return batch
    }
    func folded(_ counts: [Int], _ batches: BatchUpdates...) -> BatchUpdates {
      .folding(batches, itemCounts: counts.map { [$0] })
    }
    let leap = batch { $0.moveItems = [.init(from: path(0, 1), to: path(0, 0))] }
    #expect(folded([2, 2, 2], leap, leap).isEmpty)
    let insert = batch { $0.insertItems = [path(0, 1)] }
    let delete = batch { $0.deleteItems = [path(0, 1)] }
    #expect(folded([2, 3, 2], insert, delete).isEmpty)
    let update = batch { $0.reconfigureItems = [path(0, 1)] }
    #expect(folded([2, 2, 1], update, delete) == delete)
    #expect(folded([2, 3, 3], insert, update) == insert)
    #expect(folded([2, 2, 2, 2], update, leap, leap) == update)
    // Reloads on both sides of an insert: all in the space of the result.
    let reload = batch { $0.reloadItems = [path(0, 0)] }
    let later = batch { $0.reloadItems = [path(0, 2)] }
    #expect(
      folded([2, 2, 3, 3], reload, insert, later)
        == batch {
          $0.insertItems = [path(0, 1)]
          $0.reloadItems = [path(0, 0), path(0, 2)]
        }
    )
  }
}
