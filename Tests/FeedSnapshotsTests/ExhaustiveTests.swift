import TestSupport
import Testing

@testable import FeedSnapshots

/// All small documents, named so that no two differ by the names alone.
enum SmallDocuments {
  /// Ways to cut a number of items into a number of sections.
  static func cuts(_ items: Int, _ sections: Int) -> [[Int]] {
    if sections == 0 { return items == 0 ? [[]] : [] }
    if sections == 1 { return [[items]] }
    return (0...items).flatMap { first in
      cuts(items - first, sections - 1).map { [first] + $0 }
    }
  }

  /// Documents whose sections and items are numbered in their order.
  static func canonical(sections: Int, items: Int) -> [[PlainSection]] {
    (0...sections).flatMap { count in
      (0...items).flatMap { total in
        cuts(total, count).map {
          document(sections: Array(0..<count), items: Array(0..<total), cut: $0)
        }
      }
    }
  }

  /// Sequences of known ids, each at most once, and of new ids, numbered in their order.
  static func sequences(of known: Int, upTo length: Int) -> [[Int]] {
    var result: [[Int]] = [[]]
    var last: [[Int]] = [[]]
    for _ in 0..<length {
      last = last.flatMap { sequence in
        let fresh = known + sequence.count { $0 >= known }
        return (Array(0..<known).filter { !sequence.contains($0) } + [fresh]).map {
          sequence + [$0]
        }
      }
      result += last
    }
    return result
  }

  static func document(sections: [Int], items: [Int], cut: [Int]) -> [PlainSection] {
    var rest = items[...]
    return zip(sections, cut).map { section, count in
      defer { rest = rest.dropFirst(count) }
      return PlainSection(id: section, items: rest.prefix(count).map { PlainItem(id: $0) })
    }
  }

  /// Calls a function with every pair of documents up to a size.
  static func forEachPair(
    sections: Int,
    items: Int,
    _ body: ([PlainSection], [PlainSection]) throws -> Void
  ) rethrows {
    for old in canonical(sections: sections, items: items) {
      let total = old.reduce(0) { $0 + $1.items.count }
      let itemSequences = sequences(of: total, upTo: items)
      for sectionSequence in sequences(of: old.count, upTo: sections) {
        for itemSequence in itemSequences {
          for cut in cuts(itemSequence.count, sectionSequence.count) {
            try body(old, document(sections: sectionSequence, items: itemSequence, cut: cut))
          }
        }
      }
    }
  }
}

@Suite("Batch updates: all small cases")
struct ExhaustiveTests {
  /// Sections and items of the largest documents, how many pairs there are, and which are tried.
  static let sizes: [(sections: Int, items: Int, pairs: Int, every: Int)] =
    amount(
      [(2, 3, 9355, 6), (3, 2, 21_003, 40)],
      full: [(2, 3, 9355, 1), (3, 2, 21_003, 5)],
      soak: [(3, 4, 3_539_394, 1)]
    )

  @Test(arguments: sizes.indices)
  func `all pairs of small documents give valid, minimal, safe batches`(_ index: Int) throws {
    let size = Self.sizes[index]
    var olds: [[PlainSection]: Numbers] = [:]
    var count = 0
    try SmallDocuments.forEachPair(sections: size.sections, items: size.items) { before, after in
      count += 1
      guard (count + TestAmount.round) % size.every == 0 else { return }
      let old = try olds[before] ?? Numbers(before)
      olds[before] = old
      judge(old, try Numbers(after), before, after, "exhaustive")
    }
    // Every pair once: sum over old documents of the number of new ones, by the closed formula.
    #expect(count == size.pairs)
  }
}
