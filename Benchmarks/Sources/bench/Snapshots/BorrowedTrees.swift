// Measures: our own trees beside swift-collections' Rope and TreeDictionary, at a million items.
// Why: trees of one's own are only worth their code if those that exist do less, or do it slower.
// Expected: edits alike; the place of an item, the batch and the memory of versions far apart.
// Command: swift run -c release --package-path Benchmarks bench snapshots-borrowed
import CAllocations
import FeedSnapshots
import Measuring

func measureBorrowedTrees(_ sheet: inout Sheet) throws {
  let count = sheet.options.isQuick ? 100_000 : 1_000_000
  var random = FastGenerator(seed: 11)
  let ids = (0..<count).map { _ in random.next() }
  let own = try PlainFeed([
    (id: 0, content: Nothing(), items: ids.lazy.map { SnapshotEntry(id: $0, content: 0) })
  ])
  let borrowed = BorrowedFeed(ids)
  var ownNext = own
  try ownNext.insert(1, at: count / 3)
  var borrowedNext = borrowed
  borrowedNext.insert(1, at: count / 3)
  let batch = own.updates(to: ownNext).insertItems.map(\.item)
  precondition(batch == borrowedNext.difference(from: borrowed).insertions, "the batches differ")
  let places = (0..<4000).map { _ in Int.random(in: 0..<count, using: &random) }

  let jobs: [(String, Int, (Int) throws -> Void, (Int) -> Void)] = [
    (
      "insert one item, the old version kept", 2000,
      { index in
        var new = own
        try new.insert(UInt64(index), at: places[index])
        keep(new)
      },
      { index in
        var new = borrowed
        new.insert(UInt64(index), at: places[index])
        keep(new)
      }
    ),
    (
      "change one item, the old version kept", 2000,
      { index in
        var new = own
        new.setContent(Int32(index) + 1, of: ids[places[index]])
        keep(new)
      },
      { index in
        var new = borrowed
        new.setContent(Int32(index) + 1, of: ids[places[index]])
        keep(new)
      }
    ),
    (
      "item at a place", 4000,
      { keep(own.item(at: SnapshotPath(section: 0, item: places[$0]))) },
      { keep(borrowed.id(at: places[$0])) }
    ),
    (
      "place of an item", 40, { keep(own.path(of: ids[places[$0]])) },
      { keep(borrowed.offset(of: ids[places[$0]])) }
    ),
    (
      "batch between two versions one insertion apart", 40,
      { _ in keep(own.updates(to: ownNext)) },
      { _ in keep(borrowedNext.difference(from: borrowed)) }
    ),
  ]
  for (what, repeats, ownWork, otherWork) in jobs {
    var times: (own: [Double], other: [Double]) = ([], [])
    for run in 0...sheet.options.runs {
      let ownTime = try Stopwatch.processor.measure {
        for index in 0..<repeats { try ownWork(index) }
      }
      let otherTime = Stopwatch.processor.measure { for index in 0..<repeats { otherWork(index) } }
      guard run > 0 else { continue }
      times.own.append(ownTime / Double(repeats))
      times.other.append(otherTime / Double(repeats))
    }
    let other = Quantity(Samples(times.other).median, .nanoseconds)
    sheet.add(
      "\(what), \(size(count))",
      Samples(times.own),
      baseline: .init(BorrowedFeed.name, other)
    )
  }
  try countMemory(own, borrowed, places, &sheet)
}

/// What a hundred versions take, each one insertion behind the one before.
private func countMemory(
  _ own: PlainFeed,
  _ borrowed: BorrowedFeed,
  _ places: [Int],
  _ sheet: inout Sheet
) throws {
  var (start, versions) = (Int(allocations_in_use()), [own])
  versions.reserveCapacity(101)
  for index in 0..<100 {
    var new = versions[index]
    try new.insert(UInt64(index), at: places[index])
    versions.append(new)
  }
  let ownBytes = Double(Int(allocations_in_use()) - start) / 100
  start = Int(allocations_in_use())
  var others = [borrowed]
  others.reserveCapacity(101)
  for index in 0..<100 {
    var new = others[index]
    new.insert(UInt64(index), at: places[index])
    others.append(new)
  }
  let otherBytes = Double(Int(allocations_in_use()) - start) / 100
  keep(versions)
  keep(others)
  sheet.count(
    "memory of one more version beside a hundred, \(size(own.itemCount))",
    .bytes(ownBytes),
    baseline: .init(BorrowedFeed.name, .bytes(otherBytes))
  )
}

extension PlainFeed {
  fileprivate mutating func insert(_ id: UInt64, at offset: Int) throws {
    try insertItems(
      CollectionOfOne(SnapshotEntry(id: id, content: 0)),
      inSection: 0,
      at: offset
    )
  }
}
