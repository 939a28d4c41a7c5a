import FeedSnapshots

/// Sections and items show nothing where only the structure is measured.
struct Nothing: Equatable, Sendable {}

typealias PlainFeed = ContentSnapshot<Int, Nothing, UInt64, Int32>

/// Ids in twenty sections, always the same ones.
func documents(_ count: Int) -> [[UInt64]] {
  var random = FastGenerator()
  return (0..<20).map { _ in (0..<count / 20).map { _ in random.next() } }
}

/// A snapshot of sections of ids.
func feed(_ sections: [[UInt64]]) throws -> PlainFeed {
  try PlainFeed(
    sections.enumerated().map { index, items in
      (id: index, content: Nothing(), items: items.lazy.map { SnapshotEntry(id: $0, content: 0) })
    }
  )
}
