import Foundation
import TestSupport
import Testing

@Suite("Exchange: names", .enabled(if: Exchange.hasRecordings, "\(Exchange.absence)"))
struct NameTests {
  @Test func `names from the catalogue may be played before, between or after the prices`()
    async throws
  {
    let win = "betfair-flumine/greyhounds-1.197931750.WIN"
    let stream = (Exchange.recording("\(win).jsonl"), "betfair", 0.0)
    let catalogue = Exchange.recording("\(win).catalogue.json")
    var ends: [[String]] = []
    for offset in [-5.0] + sample([40, 10_000], oneIn: 2) {
      let replay = try await Replayer(
        [stream, (catalogue, "catalogue", offset)],
        feed: Exchange.feed()
      )
      try await replay.play()
      ends.append(try await replay.dump())
    }
    #expect(ends.count >= 2)
    #expect(Set(ends).count == 1)
    #expect(ends[0].contains { $0.contains("1. Paradise Mission") })
    #expect(ends[0].contains { $0.contains("Greyhound Racing") })
  }

  @Test func `a response of the catalogue names the markets of an image`() async throws {
    let image = Exchange.recording(
      "betfair-limx0/streaming/mcm_market_definition_bet_delay_models.json"
    )
    let names = Exchange.recording("betfair-limx0/list_market_catalog_bet_delay_models.json")
    var ends: [[String]] = []
    for offset in [-1.0, 1] {
      let replay = try await Replayer(
        [(image, "betfair", 0), (names, "catalogue-response", offset)],
        feed: Exchange.feed(),
        verifies: true
      )
      try await replay.play()
      ends.append(try await replay.dump())
    }
    #expect(ends[0] == ends[1])
    #expect(ends[0].contains { $0.contains("St Johnstone") })
  }

  @Test func `the menu names sports, events and markets before or after their prices`()
    async throws
  {
    let menu = Exchange.recording("betfair-limx0/navigation_menu.json")
    let stream = Exchange.recording("betfair-limx0/streaming/mcm_resub_delta.json")
    var ends: [[String]] = []
    for offset in amount([1.0], full: [-1, 1]) {
      let replay = try await Replayer(
        [(stream, "betfair", 0), (menu, "menu", offset)],
        feed: Exchange.feed()
      )
      try await replay.play()
      ends.append(try await replay.dump())
      #expect(try await replay.rows("SELECT count(*) FROM sport") == ["28"])
      #expect(try await replay.rows("SELECT count(*) FROM market WHERE is_menu_only") != ["0"])
    }
    #expect(Set(ends).count == 1)
  }
}
