import FeedEngine
import FeedModel
import FeedReplay
import FeedSnapshots
import FeedStore
import Foundation
import TestSupport
import Testing

/// Feeds that are unrelated to odds.
@Suite("Other real feeds", .enabled(if: Exchange.hasRecordings, "\(Exchange.absence)"))
struct OtherFeedTests {
  @Test func `a week of earthquakes is played by revision, strongest class and newest first`()
    async throws
  {
    let replay = try await Replayer(
      [(Exchange.recording("generic/usgs-earthquakes-week.geojson"), "usgs", 0)],
      feed: Exchange.feed("quakes")
    )
    var latest = 0.0
    while let (entry, _) = try await replay.next() {
      #expect(entry.at >= latest)
      latest = entry.at
    }
    #expect(replay.messages == 1_707)
    let sections = replay.engine.snapshot.composition.sections
    let shown = sections.map { "\($0.id) \($0.items.count)" }
    let counted = try await replay.rows(
      "SELECT 'quakes/' || class_id, count(*) FROM quake GROUP BY class_id ORDER BY class_id DESC"
    )
    #expect(shown == ["latest 5"] + counted)
    for section in sections {
      let times = section.items.map { $0.content["at"]?.description ?? "" }
      #expect(times == times.sorted(by: >), "\(section.id)")
    }
  }

  @Test func `the user's order is kept when the museum's data is imported again`()
    async throws
  {
    let records = Exchange.recording("photos/tate-artworks-523.json")
    let feed = try Exchange.feed("photos")
    let replay = try await Replayer([(records, "tate", 0)], feed: feed, verifies: true)
    try await replay.play()
    #expect(try await replay.rows("SELECT count(*) FROM photo") == ["529"])
    let before = await replay.gallery()
    let moved = try #require(before.last)
    let update = try await replay.engine.write {
      try $0.run("UPDATE photo SET display_order = 1 WHERE id = \(moved)")
    }
    #expect(update?.updates.moveItems.count == 1)
    #expect(await replay.gallery() == [moved] + before.dropLast())
    let text = try String(contentsOfFile: records, encoding: .utf8)
    for title in ["Demolished Houses", "Houses"] {
      let again = text.replacing("Demolished Houses", with: title)
      let path = NSTemporaryDirectory() + "tate-\(UUID().uuidString).json"
      try Data(again.utf8).write(to: URL(filePath: path))
      defer { try? FileManager.default.removeItem(atPath: path) }
      try await replay.add(path, adapter: "tate")
      #expect(await replay.gallery() == [moved] + before.dropLast())
    }
    #expect(
      try await replay.rows("SELECT title FROM photo WHERE id = 15716")
        == ["Houses in St John’s Wood, No. 2"]
    )
  }

  @Test func `a history of whole snapshots adds, changes and removes rows`() async throws {
    let history = "ads/ddg-remote-messages/ios-config.last-8-versions.jsonl"
    let replay = try await Replayer(
      [(Exchange.recording(history), "promotions", 0)],
      feed: Exchange.feed(),
      verifies: true
    )
    try await replay.play()
    let newest = Exchange.recording("ads/ddg-remote-messages/ios-config.json")
    let alone = try await Replayer([(newest, "promotions", 0)], feed: Exchange.feed())
    try await alone.play()
    let query = "SELECT * FROM promotion ORDER BY display_order"
    #expect(try await replay.rows(query) == alone.rows(query))
    #expect(replay.messages == 8)
    #expect(replay.versions < 8)
  }
}

extension Replayer {
  /// Returns the ids of the photos in the order of the feed.
  fileprivate func gallery() async -> [String] {
    engine.snapshot.composition.sections.flatMap { section in
      section.items.map { $0.id.object.key.description }
    }
  }

  /// Plays another recording against the same engine.
  fileprivate func add(_ path: String, adapter: String) async throws {
    let more = try await Replayer([(path, adapter, 0)], on: self)
    try await more.play()
  }
}
