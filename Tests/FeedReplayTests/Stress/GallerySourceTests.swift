import FeedDefinition
import FeedEngine
import FeedModel
import FeedStore
import Foundation
import TestSupport
import Testing

@testable import FeedStress

@Suite("GallerySource")
struct GallerySourceTests {
  private static let sources: [(name: String, type: any GallerySource.Type)] = [
    ("exchange", ExchangeGallery.self), ("shop", ShopGallery.self), ("status", StatusGallery.self),
    ("departures", DeparturesGallery.self), ("quakes", QuakesGallery.self),
    ("builds", BuildsGallery.self), ("photos", PhotosGallery.self),
  ]
  private static let names = sources.map(\.name)
  private static func lines(_ name: String, seed: UInt64, count: Int) throws -> [[UInt8]] {
    let type = try #require(sources.first { $0.name == name }).type
    var lines = GalleryLines(type.init(seed: seed, start: start))
    return (0..<count).map { lines.next(at: start + Int64($0 / type.rate)) }
      .filter { !$0.isEmpty }
  }
  private static let start: Int64 = 1_782_561_600

  @Test(arguments: [
    ("quakes", "quake", "at"), ("status", "incident", "started_at"),
    ("builds", "build", "started_at"),
  ])
  func `no event is later than the present time`(name: String, table: String, column: String) throws
  {
    let type = try #require(Self.sources.first { $0.name == name }).type
    var times = 0
    for (number, line) in try Self.lines(name, seed: 5, count: 2_000).enumerated() {
      let object = try JSONSerialization.jsonObject(with: Data(line)) as? [String: Any]
      let upsert = object?["upsert"] as? [String: [[String: Any]]]
      for row in upsert?[table] ?? [] {
        guard let text = row[column] as? String else { continue }
        let time = try #require(ISOTime.seconds(Array(text.utf8)[...]))
        #expect(time <= Double(Self.start + Int64(number / type.rate)), "\(text)")
        times += 1
      }
    }
    #expect(times > 3)
  }

  @Test func `trains leave at their times, and no later train is gone`() throws {
    var lines = GalleryLines(DeparturesGallery(seed: 2, start: Self.start))
    var planned: [Int: Double] = [:]
    var gone = 0
    // An hour.
    for second in 0..<3_600 as Range<Int64> {
      let line = lines.next(at: Self.start + second)
      guard !line.isEmpty else { continue }
      let object = try JSONSerialization.jsonObject(with: Data(line)) as? [String: Any]
      let rows = (object?["upsert"] as? [String: [[String: Any]]])?["train"] ?? []
      for row in rows {
        guard let id = row["id"] as? Int, let text = row["planned_at"] as? String else { continue }
        planned[id] = ISOTime.seconds(Array(text.utf8)[...])
      }
      for id in (object?["delete"] as? [String: [Int]])?["train"] ?? [] {
        #expect(try #require(planned[id]) <= Double(Self.start + second))
        gone += 1
      }
    }
    #expect(gone > 12)
  }

  @Test(arguments: names)
  func `equal seeds make equal messages, and other seeds others`(name: String) throws {
    let lines = try Self.lines(name, seed: 7, count: 500)
    #expect(try Self.lines(name, seed: 7, count: 500) == lines)
    #expect(try Self.lines(name, seed: 8, count: 500) != lines)
  }

  @Test(arguments: names)
  func `each message changes the feed, every batch is valid, and the feed equals a fresh one`(
    name: String
  ) async throws {
    let path = Repository.path("layouts/gallery/\(name).yaml")
    let engine = try FeedEngine(feed: FeedFile.load(path: path).feed, store: .memory)
    var referee = FeedReferee(engine.snapshot)
    var versions = 0
    let lines = try Self.lines(name, seed: 3, count: 600)
    for (number, line) in lines.enumerated() {
      let text = String(decoding: line.dropLast(), as: UTF8.self)
      let update = try await engine.apply(FixtureLine(text, fixture: name, line: number + 1))
      guard let update else { continue }
      try referee.perform(update.updates, to: update.snapshot)
      versions += 1
    }
    #expect(versions > lines.count / 2)
    #expect(try await engine.differenceFromFresh() == nil)
  }

  @Test func `the best prices of each event of the exchange are a book of about 101 %`() throws {
    var events: [Int: Int] = [:]
    var best: [Int: (back: Double, lay: Double)] = [:]
    for line in try Self.lines("exchange", seed: 5, count: 800) {
      let object = try JSONSerialization.jsonObject(with: Data(line)) as? [String: Any]
      let upsert = try #require(object?["upsert"] as? [String: [[String: Any]]])
      for row in upsert["runner"] ?? [] {
        events[try #require(row["id"] as? Int)] = row["event_id"] as? Int
      }
      for row in upsert["quote"] ?? [] {
        let runner = try #require(row["runner_id"] as? Int)
        let price = try #require(row["price"] as? Double)
        switch row["mark"] as? String {
        case "Back ": best[runner, default: (0, 0)].back = price
        case "Lay ": best[runner, default: (0, 0)].lay = price
        default: break
        }
      }
      for runners in Dictionary(grouping: best, by: { events[$0.key] ?? 0 }).values {
        let back = runners.reduce(0) { $0 + 1 / $1.value.back }
        let lay = runners.reduce(0) { $0 + 1 / $1.value.lay }
        #expect((1.005...1.03).contains(back), "to back \(back)")
        #expect((0.97...1).contains(lay), "to lay \(lay)")
      }
    }
    #expect(best.count == 16)
  }

  @Test func `the pictures of the gallery in the repository are those that it makes`() throws {
    for file in GalleryPictures.files {
      let place = Repository.root.appending(path: "fixtures/gallery/\(file.name)")
      #expect(
        try Array(Data(contentsOf: place)) == file.bytes,
        "make them again: feed generate gallery"
      )
    }
  }
}
