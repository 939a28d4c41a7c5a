import FeedFormatting
import FeedModel
import TestSupport
import Testing

@testable import FeedEngine

@Suite("Work of invisible changes")
struct UnshownColumnTests {
  @Test
  func `a change of a column that no item shows copies no node and creates no version`()
    throws
  {
    let feed = try CountedFeed(
      events: 400,
      items: [
        "event-header": ItemAppearance(title: try TextTemplate("{name}")),
        "market": ItemAppearance(
          title: try TextTemplate("{name}"),
          value: try TextTemplate("{price:0.00}")
        ),
      ]
    )
    let version = feed.core.snapshot.version
    let work = try feed.work(
      "UPDATE event SET note = ?1 WHERE id = ?2",
      (0...amount(10_000, soak: 1_000_000)).map {
        (.text(Text("note \($0)")), .integer(Int64($0 * 31 % 400 + 1)))
      }
    )
    #expect(feed.core.snapshot.version == version)
    // Only the key that the commit has touched is read.
    #expect(work["rows read again"] == 1)
    #expect(work["nodes of the snapshot copied"] == 0)
    #expect(work["operations of the batch"] == 0)
    #expect(work["rows scanned without an index"] == 0)
  }
}
