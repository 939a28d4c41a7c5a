// Measures: what a snapshot takes in memory, and what it takes to keep versions one edit apart.
// Why: versions are kept for readers, for undo and for reviews; they must cost what they change.
// Expected: some forty bytes an item beside its id, and a path of nodes a version.
// Command: swift run -c release --package-path Benchmarks bench snapshots-memory
import CAllocations
import FeedModel
import FeedSnapshots
import Measuring

/// An id of sixteen bytes.
private struct WideID: Hashable, Sendable {
  let high: UInt64
  let low: UInt64
}

private typealias WideFeed = ContentSnapshot<Int, Nothing, WideID, Nothing>

func measureSnapshotMemory(_ sheet: inout Sheet) throws {
  let count = sheet.options.isQuick ? 100_000 : 1_000_000
  var random = FastGenerator()
  let empty = Int(allocations_in_use())
  var snapshot = WideFeed()
  for section in 0..<20 {
    try snapshot.insertSection(section, content: Nothing(), at: section)
    let items: [WideFeed.Entry] = (0..<count / 20).map { _ in
      SnapshotEntry(id: WideID(high: random.next(), low: random.next()), content: Nothing())
    }
    try snapshot.insertItems(items, inSection: section, at: 0)
  }
  let one = Int(allocations_in_use()) - empty
  var versions = [snapshot]
  versions.reserveCapacity(101)
  for _ in 0..<100 {
    try snapshot.insertItems(
      [SnapshotEntry(id: WideID(high: random.next(), low: 0), content: Nothing())],
      inSection: Int.random(in: 0..<20, using: &random),
      at: Int.random(in: 0..<count / 20, using: &random)
    )
    versions.append(snapshot)
  }
  let all = Int(allocations_in_use()) - empty
  keep(versions)
  sheet.count(
    "memory of an item with an id of 16 bytes, of \(size(count))",
    .bytes(Double(one) / Double(count)),
    must: .atMost(.bytes(96))
  )
  sheet.count(
    "memory of 101 versions one edit apart, \(size(count))",
    .times(Double(all) / Double(one)),
    must: .atMost(.times(1.2)),
    baseline: .init("one version", .bytes(Double(one)))
  )
  sheet.count("memory of one more version, \(size(count))", .bytes(Double(all - one) / 100))
}
