import FeedModel
import FeedQueries
import FeedStore
import Foundation
import TestSupport
import Testing

@Suite("The page of the module")
struct PageTests {
  @Test func `the page shows how to write and to read`() throws {
    let sql = try String(
      contentsOf: Repository.root.appendingPathComponent("layouts/sportsbook.sql"),
      encoding: .utf8
    )
    let query = LiveQuery(
      from: "event",
      filter: "status = 'live'",
      include: [Inclusion("markets", LiveQuery(from: "market", order: ["id"]), on: "event_id")]
    )
    let live = try LiveQueries(
      at: .memory,
      schema: SchemaSource(sql: sql, name: "sportsbook.sql"),
      queries: [.init("live", query)]
    )
    let event = ObjectID(entity: "event", key: .integer(7))
    try live.run("INSERT INTO sport (id, name) VALUES (1, 'Football')")
    try live.upsert(
      ["id": 7, "sport_id": 1, "name": "Ajax - PSV", "status": "live", "starts_at": "2026-07-01"],
      into: "event"
    )
    try live.patch(event, with: ["score": "1 - 0"])
    try live.write { writer in
      let insertion = try writer.cached("INSERT INTO market (id, event_id, name) VALUES (?, ?, ?)")
      for (id, name) in [(1, "Full time result"), (2, "Both teams to score")] {
        insertion.bind(id, at: 1)
        insertion.bind(7, at: 2)
        insertion.bind(name, at: 3)
        try insertion.run()
      }
    }
    let row = live.snapshot["live"]?[event]
    let score = row?["score"]?.string  // "1 - 0"
    let markets = row?.children("markets").map { $0["name"]?.string }
    try live.delete(event)
    #expect(score == "1 - 0")
    #expect(markets == ["Full time result", "Both teams to score"])
    #expect(live.snapshot["live"]?.rows.isEmpty == true)
  }

  @Test func `the listing of the page is the one that is tested`() throws {
    let page = try String(
      contentsOf: Repository.root.appendingPathComponent(
        "Sources/FeedQueries/FeedQueries.docc/FeedQueries.md"
      ),
      encoding: .utf8
    )
    let part = try #require(page.components(separatedBy: "### Writes and reads").last)
    let listing = try #require(part.components(separatedBy: "```swift\n").dropFirst().first)
      .components(separatedBy: "```")[0]
    let indented = listing.split(separator: "\n").map { "    \($0)\n" }.joined()
    let tested = try String(contentsOf: URL(filePath: #filePath), encoding: .utf8)
    #expect(tested.contains(indented))
  }
}
