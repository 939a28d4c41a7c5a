import FeedDefinition
import FeedModel
import FeedSnapshots
import FeedStore
import Foundation
import TestSupport
import Testing

@testable import FeedEngine

@Suite("Reordering, against a list")
struct ReorderModelTests {
  private static let seeds = UInt64(0)..<amount(1, full: 3, soak: 100)
  private static let steps = amount(60, soak: 300)

  @Test(arguments: OrderedTable.all, seeds)
  func `moves, puts, deletes, actions and restarts leave the order that a list has`(
    table: OrderedTable,
    seed: UInt64
  ) throws {
    var random = SeededGenerator(seed: seed)
    let steps = (0..<Self.steps).map { _ in CardStep.random(using: &random) }
    guard let failure = Self.failure(of: steps, table) else { return }
    // The fewest steps that still fail.
    var least = Array(steps.prefix(failure.step + 1))
    var size = max(1, least.count / 2)
    while size >= 1 {
      var start = 0
      while start < least.count {
        var shorter = least
        shorter.removeSubrange(start..<min(start + size, least.count))
        if Self.failure(of: shorter, table) != nil { least = shorter } else { start += size }
      }
      size /= 2
    }
    let last = Self.failure(of: least, table) ?? failure
    Issue.record("\(table), seed \(seed): \(last), after \(least)")
  }

  private static func failure(of steps: [CardStep], _ table: OrderedTable) -> CardFailure? {
    do {
      var run = try CardRun(table)
      for (index, step) in steps.enumerated() {
        do { try run.perform(step) } catch {
          return CardFailure(step: index, what: "\(step): \(error)")
        }
      }
      return nil
    } catch { return CardFailure(step: 0, what: "\(error)") }
  }
}

/// One run: the feed, and the plainest possible list to compare with.
private struct CardRun {
  private struct Difference: Error, CustomStringConvertible { var description: String }

  private let table: OrderedTable
  private let directory = CardDirectory()
  private let path: String
  private var core: EngineCore
  private var referee: FeedReferee
  /// The cards of each group, in their order.
  private var lists: [Int64: [Int64]] = [:]
  private var next: Int64 = 13

  init(_ table: OrderedTable) throws {
    self.table = table
    path = try directory.make().appending(path: "cards.sqlite").path
    core = try EngineCore(feed: table.feed, store: .file(path))
    referee = FeedReferee(core.snapshot)
    let groups = table.groups
    _ = try core.commit { writer in
      for id in 1...12 {
        try writer.upsert(
          ["id": .integer(Int64(id)), "bin": .integer(Int64(id % groups)), "pos": table.order(id)],
          into: "card"
        )
      }
    }
    referee = FeedReferee(core.snapshot)
    lists = shown()
  }

  mutating func perform(_ step: CardStep) throws {
    let version = core.snapshot.version
    var update: FeedUpdate?
    switch step {
    case .move(let card, let other, let isBefore):
      guard let card = pick(card), let other = pick(other) else { return }
      update = try move(card.id, of: card.group, other.id, of: other.group, isBefore)
    case .put:
      let outcome = try core.put(
        "card",
        row: { _ in ["title": "new", "bin": .integer(Int64(next) % Int64(table.groups))] },
        now: nil
      )
      update = outcome.update
      guard case .integer(let id) = outcome.id.key, outcome.isNew else {
        throw Difference(description: "\(outcome.id) is not new")
      }
      lists[next % Int64(table.groups), default: []].append(id)
      next = max(next, id) + 1
    case .rename(let card):
      guard let card = pick(card) else { return }
      update = try core.put(
        "card",
        row: { _ in ["id": .integer(card.id), "title": .text(Text("\(version)"))] },
        now: nil
      ).update
    case .delete(let card):
      guard let card = pick(card), lists.values.reduce(0, { $0 + $1.count }) > 3 else { return }
      update = try core.delete(OrderedTable.item(card.id).object)
      lists[card.group]?.removeAll { $0 == card.id }
      next = (lists.values.joined().max() ?? 0) + 1
    case .mark(let card):
      guard let card = pick(card) else { return }
      update = try core.act("mark", on: .item(OrderedTable.item(card.id)), values: [:])
    case .reopen:
      // As after a kill: the store is not closed.
      core = try EngineCore(feed: table.feed, store: .file(path))
      guard core.snapshot.version == version else {
        throw Difference(description: "version \(core.snapshot.version) was \(version)")
      }
    }
    if let update { try referee.perform(update.updates, to: update.snapshot) }
    lists = lists.filter { !$0.value.isEmpty }
    guard shown() == lists else {
      throw Difference(description: "shows \(shown()), and should \(lists)")
    }
  }

  private mutating func move(
    _ card: Int64,
    of group: Int64,
    _ other: Int64,
    of otherGroup: Int64,
    _ isBefore: Bool
  ) throws -> FeedUpdate? {
    let target = OrderedTable.item(other, kind: other % 2 == 0 ? "card" : "rule")
    let size = lists.values.reduce(0) { $0 + $1.count }
    let before = lists
    if card != other {
      lists[group]?.removeAll { $0 == card }
      if let index = lists[otherGroup]?.firstIndex(of: other) {
        lists[otherGroup]?.insert(card, at: isBefore ? index : index + 1)
      }
    }
    let update = try core.move(
      OrderedTable.item(card),
      to: isBefore ? .before(target) : .after(target)
    )
    guard core.rowsMoved <= max(size, 1) * (table.column.contains("CHECK") ? 2 : 1) else {
      throw Difference(description: "\(core.rowsMoved) rows were written for \(size) cards")
    }
    guard (update == nil) == (before == lists) else {
      throw Difference(description: "a version where nothing moved, or none where something did")
    }
    return update
  }

  private func pick(_ number: Int) -> (id: Int64, group: Int64)? {
    let all = lists.sorted { $0.key < $1.key }.flatMap { list in
      list.value.map { (id: $0, group: list.key) }
    }
    return all.isEmpty ? nil : all[number % all.count]
  }

  /// The cards that the feed shows.
  private func shown() -> [Int64: [Int64]] {
    var lists: [Int64: [Int64]] = [:]
    for section in core.snapshot.composition.sections {
      var group: Int64 = 0
      if case .integer(let key)? = section.id.group { group = key }
      lists[group] = section.items.compactMap { item in
        guard item.id.kind == "card", case .integer(let id) = item.id.object.key else { return nil }
        return id
      }
    }
    return lists
  }
}

/// A directory that is removed after the run.
private final class CardDirectory {
  private let place = FileManager.default.temporaryDirectory
    .appending(path: "cards-\(UUID().uuidString)")

  func make() throws -> URL {
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    return place
  }

  deinit { try? FileManager.default.removeItem(at: place) }
}
