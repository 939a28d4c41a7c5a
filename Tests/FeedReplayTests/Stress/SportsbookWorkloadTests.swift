import FeedStress
import Foundation
import TestSupport
import Testing

@Suite("SportsbookWorkload")
struct SportsbookWorkloadTests {
  @Test func `the fixtures in the repository are what seed 1 makes`() throws {
    let directory = Repository.root.appending(path: "fixtures/sportsbook")
    for file in SportsbookWorkload(seed: 1).files {
      let stored = try Data(contentsOf: directory.appending(path: file.name))
      #expect(
        Array(stored) == file.bytes,
        "\(file.name) differs; write it again with `feed generate sportsbook --seed 1`"
      )
    }
  }

  @Test func `the recordings in the repository are what seed 1 makes`() throws {
    let fixtures = Repository.root.appending(path: "fixtures")
    let files =
      [("quakes/days.geojson", QuakesWorkload(seed: 1).bytes)]
      + EveningWorkload(seed: 1).files.map { ("exchange/\($0.name)", $0.bytes) }
    for (name, bytes) in files {
      let stored = try Data(contentsOf: fixtures.appending(path: name))
      #expect(Array(stored) == bytes, "\(name) differs; write it again with `make fixtures`")
    }
    #expect(QuakesWorkload(seed: 2).bytes != QuakesWorkload(seed: 1).bytes)
    #expect(EveningWorkload(seed: 2).files[1].bytes != EveningWorkload(seed: 1).files[1].bytes)
  }

  @Test func `scores fit the time and the sets that were played`() throws {
    struct Event {
      var sport = 0
      var status = ""
      var score: [Int]?
      var clock = ""
    }
    var events: [Int: Event] = [:]
    for file in SportsbookWorkload(seed: 1).files.prefix(2) {
      for line in file.bytes.split(separator: UInt8(ascii: "\n")) {
        let object = try JSONSerialization.jsonObject(with: Data(line)) as? [String: Any]
        let rows = (object?["upsert"] as? [String: [[String: Any]]])?["event"] ?? []
        for row in rows {
          let id = try #require(row["id"] as? Int)
          var event = events[id] ?? Event()
          event.sport = row["sport_id"] as? Int ?? event.sport
          event.status = row["status"] as? String ?? event.status
          event.clock = row["clock"] as? String ?? event.clock
          if let score = row["score"] as? String {
            event.score = score.split(separator: "–").compactMap { Int($0) }
          }
          events[id] = event
          guard event.status == "live", let score = event.score else { continue }
          let (sum, text) = (score.reduce(0, +), "\(score) at \(event.clock)")
          if event.sport == 1, let minute = Int(event.clock.dropLast()) {
            #expect(sum <= 1 + minute / 25, "football: \(text)")
          }
          if event.clock.hasPrefix("Set ") {
            #expect(Int(event.clock.dropFirst(4)) == sum + 1, "sets: \(text)")
          }
        }
      }
    }
    #expect(events.values.contains { $0.clock.hasPrefix("Set ") })
  }

  @Test(arguments: 1...2 as ClosedRange<UInt64>)
  func `no state of the fixtures offers a result that the score excludes`(seed: UInt64) throws {
    var tables: [String: [Int: [String: Any]]] = [:]
    var offers = 0
    for file in SportsbookWorkload(seed: seed).files.prefix(2) {
      for (number, line) in file.bytes.split(separator: UInt8(ascii: "\n")).enumerated() {
        let object = try JSONSerialization.jsonObject(with: Data(line)) as? [String: Any]
        for (table, keys) in object?["delete"] as? [String: [Int]] ?? [:] {
          for key in keys { tables[table]?[key] = nil }
        }
        let upserts = object?["upsert"] as? [String: [[String: Any]]] ?? [:]
        for (table, rows) in upserts {
          for row in rows {
            let id = try #require(row["id"] as? Int)
            tables[table, default: [:]][id, default: [:]].merge(row) { $1 }
          }
        }
        let hasScore = upserts["event"]?.contains { $0["score"] is String } == true
        guard hasScore || number.isMultiple(of: 500) else { continue }
        offers += Self.expectOffersWithinReach(tables, "\(file.name):\(number + 1)")
      }
    }
    #expect(offers > 1_000)
  }

  /// Checks the results on offer, and returns their number.
  private static func expectOffersWithinReach(
    _ tables: [String: [Int: [String: Any]]],
    _ place: String
  ) -> Int {
    var offers = 0
    for selection in tables["selection", default: [:]].values {
      guard let market = (selection["market_id"] as? Int).flatMap({ tables["market"]?[$0] }),
        let event = (market["event_id"] as? Int).flatMap({ tables["event"]?[$0] }),
        market["status"] as? String != "closed", event["status"] as? String == "live",
        let score = (event["score"] as? String)?.split(separator: "–").compactMap({ Int($0) }),
        let name = market["name"] as? String, let outcome = selection["name"] as? String
      else { continue }
      offers += 1
      let result = outcome.split(separator: "-").compactMap { Int($0) }
      if ["Correct score", "Set betting", "Set score"].contains(name), result.count == 2 {
        #expect(
          zip(score, result).allSatisfy { $0 <= $1 },
          "\(place): \(name) \(outcome) at \(score)"
        )
      }
      let line = name.split(separator: " ").last.flatMap { Double($0) }
      if let line, name.hasPrefix("Total "),
        !["games", "180s"].contains(name.split(separator: " ")[1])
      {
        #expect(Double(score.reduce(0, +)) < line, "\(place): \(name) at \(score)")
      }
      if name == "Both teams to score" { #expect(score.contains(0), "\(place): at \(score)") }
      if ["First goal", "First score"].contains(name) { #expect(score == [0, 0], "\(place)") }
    }
    return offers
  }

  @Test func `every ad of the fixtures has its picture`() throws {
    let files = SportsbookWorkload(seed: 1).files
    let texts = files.prefix(3).map { String(decoding: $0.bytes, as: UTF8.self) }.joined()
    let names = Set(texts.matches(of: /"image":"([^"]*)"/).map { String($0.output.1) })
    #expect(names.count > 4)
    for name in names { #expect(files.contains { $0.name == "pictures/\(name)" }, "\(name)") }
  }

  @Test func `equal seeds make equal files and different seeds different ones`() {
    #expect(SportsbookWorkload(seed: 7).files == SportsbookWorkload(seed: 7).files)
    #expect(SportsbookWorkload(seed: 7).files != SportsbookWorkload(seed: 8).files)
  }
}
