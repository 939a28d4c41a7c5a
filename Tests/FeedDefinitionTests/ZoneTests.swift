import FeedDefinition
import FeedFormatting
import FeedModel
import Foundation
import TestSupport
import Testing

@Suite("Zones by their names")
struct ZoneTests {
  @Test(arguments: [
    "Europe/Berlin", "Europe/Moscow", "America/New_York", "Africa/Casablanca", "Asia/Kolkata",
    "Australia/Lord_Howe", "Pacific/Apia", "US/Eastern", "UTC",
  ])
  func `the offsets of a zone agree with Foundation`(name: String) throws {
    let table = try #require(TimeZoneTable(identifier: name))
    let zone = try #require(TimeZone(identifier: name))
    var random = SeededGenerator(seed: 7)
    for _ in 0..<2_000 {
      let instant = Int64.random(in: -2_208_988_800..<4_102_444_800, using: &random)
      let wanted = zone.secondsFromGMT(for: Date(timeIntervalSince1970: TimeInterval(instant)))
      #expect(table.offset(at: instant) == wanted, "\(instant)")
    }
  }

  @Test(arguments: ["Europe/Berlin", "America/New_York", "Australia/Sydney"])
  func `rules of summer time continue beyond the table`(name: String) throws {
    let table = try #require(TimeZoneTable(identifier: name))
    let zone = try #require(TimeZone(identifier: name))
    var random = SeededGenerator(seed: 8)
    for _ in 0..<1_000 {
      let instant = Int64.random(in: 4_102_444_800..<13_000_000_000, using: &random)
      let wanted = zone.secondsFromGMT(for: Date(timeIntervalSince1970: TimeInterval(instant)))
      #expect(table.offset(at: instant) == wanted, "\(instant)")
    }
  }

  @Test(arguments: ["CET", "CEST", "GMT+2", "UTC+02:00", "europe/berlin", "Europe/Nowhere", ""])
  func `only names of the IANA database are zones`(name: String) {
    #expect(TimeZoneTable(identifier: name) == nil)
  }

  @Test func `the feed file names the zone of all its dates`() throws {
    let file = try FeedFile.parse(
      text: """
        feed: 1
        timezone: America/New_York
        sources: {a: {document: a}}
        sections: [{id: a, source: a, item: b}]
        items: {b: {title: "{at:HH:mm}"}}
        """,
      name: "feed.yaml"
    )
    #expect(file.feed.timeZone.name == "America/New_York")
    let look = FeedAppearance(file.feed).items["b"]
    let content = Content(shape: .init(["at"]), values: ["2026-07-01T18:30:00Z"])
    #expect(ItemFace(content, appearance: look).title == "14:30")
  }
}
