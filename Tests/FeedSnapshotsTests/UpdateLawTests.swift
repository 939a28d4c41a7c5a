import Foundation
import TestSupport
import Testing

@testable import FeedSnapshots

/// A document of plain values: sections of items, each with a content.
struct PlainSection: Hashable {
  var id: Int
  var content = 0
  var items: [PlainItem]
}

struct PlainItem: Hashable {
  var id: Int
  var content = 0
}

typealias Numbers = ContentSnapshot<Int, Int, Int, Int>

extension Numbers {
  init(_ document: [PlainSection]) throws {
    try self.init(
      document.map { section in
        (
          id: section.id, content: section.content,
          items: section.items.map { SnapshotEntry(id: $0.id, content: $0.content) }
        )
      }
    )
  }
}

/// The updates that rule 27 allows, computed in the simplest way.
enum Minimum {
  /// The length of the longest increasing subsequence.
  static func increasing(_ values: [Int]) -> Int {
    var best = [Int](repeating: 1, count: values.count)
    for end in values.indices {
      for start in 0..<end where values[start] < values[end] {
        best[end] = max(best[end], best[start] + 1)
      }
    }
    return best.max() ?? 0
  }

  static func moves(_ old: [Int], _ new: [Int]) -> Int {
    let common = new.compactMap { old.firstIndex(of: $0) }
    return common.count - increasing(common)
  }

  static func sectionMoves(_ old: [PlainSection], _ new: [PlainSection]) -> Int {
    moves(old.map(\.id), new.map(\.id))
  }

  /// Moves within and between the sections that survive, leaving some out.
  static func itemMoves(
    _ old: [PlainSection],
    _ new: [PlainSection],
    without rebuilt: Set<Int> = []
  ) -> Int {
    var home: [Int: Int] = [:]
    let survivors = Set(old.map(\.id)).intersection(new.map(\.id)).subtracting(rebuilt)
    for section in old where survivors.contains(section.id) {
      for item in section.items { home[item.id] = section.id }
    }
    var sum = 0
    for section in new where survivors.contains(section.id) {
      let before = old.first { $0.id == section.id }?.items.map(\.id) ?? []
      sum += moves(before, section.items.map(\.id))
      sum += section.items.count { home[$0.id].map { $0 != section.id } ?? false }
    }
    return sum
  }
}

/// The least that the safe profile must rebuild, found by trying every set of sections that stay.
func leastRebuilding(_ before: [PlainSection], _ after: [PlainSection]) -> (cost: Int, moved: Int) {
  let survivors = after.compactMap { section in
    before.firstIndex { $0.id == section.id }.map { (old: $0, new: section) }
  }
  var best = (cost: Int.max, moved: Int.max)
  for set in 0..<1 << survivors.count {
    var last = -1
    var cost = 0
    var moved = 0
    var isPossible = true
    for (index, survivor) in survivors.enumerated() {
      if set >> index & 1 == 1 {
        isPossible = isPossible && survivor.old > last
        last = survivor.old
      } else {
        moved += 1
        let old = before[survivor.old].items.map(\.id)
        let new = survivor.new.items.map(\.id)
        if old != new { cost += old.count + new.count + 1 }
      }
    }
    if isPossible, (cost, moved) < best { best = (cost, moved) }
  }
  return best
}

/// Sends a pair of documents through both profiles and the strict model.
func judge(
  _ old: Numbers,
  _ new: Numbers,
  _ before: [PlainSection],
  _ after: [PlainSection],
  _ label: @autoclosure () -> String
) {
  let model = CollectionModel(old)
  for profile in UpdateProfile.allCases {
    let batch = old.updates(to: new, profile: profile)
    let violations = model.violations(of: batch, from: old, to: new)
    if !violations.isEmpty {
      Issue.record("\(label()) \(profile): \(violations)\n\(before)\n\(after)\n\(batch)")
      return
    }
    let warnings = model.warnings(of: batch, to: new).filter { profile == .safe || $0.rule != 22 }
    let rebuilt = Set(batch.deleteSections.map { before[$0].id })
      .intersection(batch.insertSections.map { after[$0].id })
    let isMinimal =
      batch.moveItems.count == Minimum.itemMoves(before, after, without: rebuilt)
      && (profile == .safe || batch.moveSections.count == Minimum.sectionMoves(before, after))
      && (profile == .safe || rebuilt.isEmpty)
    var isCheapest = true
    if profile == .safe {
      let least = leastRebuilding(before, after)
      let cost = rebuilt.reduce(0) { sum, id in
        sum + 1 + (before + after).filter { $0.id == id }.reduce(0) { $0 + $1.items.count }
      }
      isCheapest = least == (cost, rebuilt.count + batch.moveSections.count)
    }
    let isOrdered =
      batch.deleteSections == batch.deleteSections.sorted(by: >)
      && batch.insertSections == batch.insertSections.sorted()
      && batch.deleteItems == batch.deleteItems.sorted(by: >)
      && batch.insertItems == batch.insertItems.sorted()
      && batch.reconfigureItems == batch.reconfigureItems.sorted()
      && batch.moveItems.map(\.to) == batch.moveItems.map(\.to).sorted()
      && batch.moveSections.map(\.to) == batch.moveSections.map(\.to).sorted()
    if !warnings.isEmpty || !isMinimal || !isCheapest || !isOrdered || batch.isEmpty != (old == new)
    {
      Issue.record(
        "\(label()) \(profile): minimal \(isMinimal), cheapest \(isCheapest), ordered \(isOrdered), \(warnings)\n\(before)\n\(after)\n\(batch)"
      )
      return
    }
  }
}

@Suite("Batch updates: laws")
struct UpdateLawTests {
  /// A random document over few ids, so that two of them have much in common.
  static func document(_ random: inout SeededGenerator) -> [PlainSection] {
    var ids = Array(0..<30).shuffled(using: &random)
    let sections = Array(0..<6).shuffled(using: &random)
    var used = ids.prefix(Int.random(in: 0...30, using: &random))
    if Bool.random(using: &random) { used.sort() }
    ids = Array(used)
    let count = Int.random(in: 0...6, using: &random)
    let order =
      Bool.random(using: &random) ? sections.prefix(count).sorted() : Array(sections.prefix(count))
    return order.map { section in
      let take = Int.random(in: 0...max(0, min(ids.count, 12)), using: &random)
      defer { ids.removeFirst(take) }
      return PlainSection(
        id: section,
        content: Int.random(in: 0..<8, using: &random) / 7,
        items: ids.prefix(take).map {
          PlainItem(id: $0, content: Int.random(in: 0..<5, using: &random) / 4)
        }
      )
    }
  }

  @Test func `random pairs give valid, minimal, safe batches`() throws {
    for seed in 0..<amount(1000, full: 5000, soak: 100_000) {
      var random = SeededGenerator(seed: UInt64(seed))
      let before = Self.document(&random)
      let after = Self.document(&random)
      judge(try Numbers(before), try Numbers(after), before, after, "seed \(seed)")
    }
  }
}
