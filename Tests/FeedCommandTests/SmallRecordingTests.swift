import Foundation
import Testing

/// The small recordings of the layouts, compared with results computed by hand.
@Suite("Recordings of the repository", .waiting)
struct SmallRecordingTests {
  private func text(_ path: String) throws -> String {
    try String(contentsOf: FeedProgram.root.appending(path: path), encoding: .utf8)
  }

  private func object(_ text: some StringProtocol) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }

  /// Returns the items of a played feed, with the ids of their sections.
  private func items(_ arguments: String...) throws -> [(section: String, item: [String: Any])] {
    let run = try FeedProgram.run(["render"] + arguments + ["--format", "json"])
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.errors.isEmpty, "\(run.errors)")
    let sections = try #require(try object(run.output)["sections"] as? [[String: Any]])
    return sections.flatMap { section in
      (section["items"] as? [[String: Any]] ?? []).map { (section["id"] as? String ?? "", $0) }
    }
  }

  private func content(_ item: [String: Any]) -> [String: Any] {
    item["content"] as? [String: Any] ?? [:]
  }

  @Test func `the earthquakes are shown as last reported`() throws {
    let recording = "fixtures/quakes/days.geojson"
    var last: [String: (updated: Int, magnitude: Double?, isReviewed: Bool)] = [:]
    let features = try #require(try object(text(recording))["features"] as? [[String: Any]])
    for feature in features {
      let id = try #require(feature["id"] as? String)
      let properties = try #require(feature["properties"] as? [String: Any])
      let updated = try #require(properties["updated"] as? Int)
      guard updated > last[id]?.updated ?? 0 else { continue }
      last[id] = (
        updated, properties["mag"] as? Double, properties["status"] as? String == "reviewed"
      )
    }
    let shown = try items(
      "layouts/quakes.yaml",
      "--fixture",
      recording,
      "--adapter",
      "usgs"
    ).filter { $0.section.hasPrefix("quakes/") }.map { content($0.item) }
    #expect(shown.count == 90)
    #expect(shown.count == last.count)
    #expect(features.count > 110)
    let magnitudes = shown.compactMap { $0["magnitude"] as? Double }
    let told = last.values.compactMap(\.magnitude)
    #expect(magnitudes.count == told.count)
    #expect(abs(magnitudes.reduce(0, +) - told.reduce(0, +)) < 1e-6)
    #expect(
      shown.count { $0["is_reviewed"] as? Int == 1 } == last.values.count { $0.isReviewed }
    )
  }

  @Test func `the evening at the exchange ends with the best prices and the winner`() throws {
    var ladders: [String: [Int: [Double: Double]]] = [:]
    var closed: Set<String> = []
    for line in try text("fixtures/exchange/evening.jsonl").split(separator: "\n") {
      for change in try object(line)["mc"] as? [[String: Any]] ?? [] {
        let market = try #require(change["id"] as? String)
        let definition = change["marketDefinition"] as? [String: Any]
        if definition?["status"] as? String == "CLOSED" { closed.insert(market) }
        for runner in change["rc"] as? [[String: Any]] ?? [] {
          let id = try #require(runner["id"] as? Int)
          for level in runner["atb"] as? [[Double]] ?? [] {
            ladders[market, default: [:]][id, default: [:]][level[0]] =
              level[1] == 0 ? nil : level[1]
          }
        }
      }
    }
    let best = ladders.filter { !closed.contains($0.key) }.values
      .flatMap { $0.values.map { $0.keys.max() ?? 0 } }
    let catalogue = "fixtures/exchange/catalogue.jsonl"
    let items = try items(
      "layouts/exchange.yaml",
      "--fixture",
      catalogue,
      "--fixture",
      "fixtures/exchange/evening.jsonl",
      "--adapter",
      "betfair",
      "--adapter",
      "\(catalogue)=catalogue"
    )
    let prices = items.filter { $0.item["kind"] as? String == "runner" }
      .compactMap { content($0.item)["price"] as? Double }
    #expect(closed.count == 1)
    #expect(prices.count == best.count)
    #expect(prices.count == 14)
    #expect(abs(prices.reduce(0, +) - best.reduce(0, +)) < 1e-6)
    let winner = items.first { $0.item["kind"] as? String == "winner" }
    #expect(winner.map { content($0.item)["name"] as? String } == "M. Okafor")
    #expect(winner?.section == "results")
    let sections = items.map(\.section).reduce(into: [String]()) {
      if $0.last != $1 { $0.append($1) }
    }
    #expect(sections == ["sports", "featured", "standard/1", "standard/2", "live/1", "results"])
  }
}
