import FeedSnapshots
import Foundation

/// An id of sixteen bytes.
struct WideID: Hashable, Sendable {
  let high: UInt64
  let low: UInt64
}

typealias WideFeed = ContentSnapshot<Int, Nothing, WideID, Nothing>

/// The memory that the process holds, in bytes.
///
/// Set `MALLOC_MMAP_THRESHOLD_=65536`, so that large arrays that are done with are given back at once.
func residentBytes() -> Int {
  let statm = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
  let pages = statm.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
  return pages * 4096
}

/// Memory of a snapshot and of versions one edit apart: a thousand, to be seen at all.
func memory(_ count: Int) {
  print("— \(count) items with ids of 16 bytes: memory")
  var random = FastGenerator()
  let empty = residentBytes()
  var snapshot = WideFeed()
  for section in 0..<20 {
    try? snapshot.insertSection(section, content: Nothing(), at: section)
    try? snapshot.insertItems(
      (0..<count / 20).lazy.map { _ in
        SnapshotEntry(
          id: WideID(high: random.next(), low: random.next()),
          content: Nothing()
        )
      }.map { $0 } as [WideFeed.Entry],
      inSection: section,
      at: 0
    )
  }
  let one = residentBytes() - empty
  var versions = [snapshot]
  for _ in 0..<1000 {
    try? snapshot.insertItems(
      [SnapshotEntry(id: WideID(high: random.next(), low: 0), content: Nothing())],
      inSection: Int.random(in: 0..<20, using: &random),
      at: Int.random(in: 0..<count / 20, using: &random)
    )
    versions.append(snapshot)
  }
  let all = residentBytes() - empty
  print("per item: \(number(Double(one) / Double(count))) bytes (≤ 96)")
  let hundred = Double(one) + Double(all - one) / 10
  print("a version: \((all - one) / 1000) bytes")
  print("101 versions: \(number(hundred / Double(one))) × one (≤ 1.2)")
  keep(versions)
}

/// The same diff with the core specialised for the ids, and without.
func inlining(_ count: Int) {
  print("— \(count) items: what inlining the core is worth")
  var document = documents(count)
  let old = feed(document)
  document[10].insert(42, at: document[10].count / 2)
  let new = feed(document)
  let specialised = measure("unrelated, one insert, specialised") { _ in
    keep(old.updates(to: new))
  }
  measure("unrelated, one insert, not specialised", against: specialised) { _ in
    keep(unspecialisedUpdates(old, new))
  }
}

@inline(never)
@_optimize(none)
private func unspecialisedUpdates<SectionID, SectionContent, ItemID, ItemContent>(
  _ old: ContentSnapshot<SectionID, SectionContent, ItemID, ItemContent>,
  _ new: ContentSnapshot<SectionID, SectionContent, ItemID, ItemContent>
) -> BatchUpdates {
  old.updates(to: new)
}
