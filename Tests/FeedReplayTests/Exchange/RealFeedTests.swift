import FeedEngine
import FeedModel
import FeedSnapshots
import TestSupport
import Testing

@Suite("Exchange: real feeds", .enabled(if: Exchange.hasRecordings, "\(Exchange.absence)"))
struct RealFeedTests {
  private static let files = [
    "betfair-flumine/greyhounds-1.197931751.PLACE.jsonl",
    "betfair-mzaja/football-BOTH_TEAMS_TO_SCORE-1.145405534.jsonl",
    "betfair-mzaja/golf-TOP_5_FINISH-1.230478683.jsonl",
    "betfair-mzaja/greyhounds-WIN-1.214555872.jsonl", "betfair-mzaja/horse-WIN-1.211006011.jsonl",
    "betfair-mzaja/tennis-MATCH_ODDS-1.223716976.jsonl",
    "betfair-mzaja/tennis-SET_WINNER-1.223716981.jsonl",
    "betfair-limx0/streaming/mcm_bsp_data.json", "betfair-limx0/streaming/mcm_heartbeat.json",
    "betfair-limx0/streaming/connection.json", "betfair-limx0/streaming/status_error.json",
    "betfair-limx0/streaming/mcm_market_updates.json",
    "betfair-limx0/streaming/mcm_samples.ndjson",
    "betfair-limx0/streaming/mcm_market_definition_runner_removed.json",
    "betfair-limx0/streaming/mcm_update_md.json", "betfair-limx0/streaming/mcm_sub_image.json",
  ]

  @Test(arguments: sample(files, oneIn: 3))
  func `every recording is played unchanged, and every batch is valid`(file: String) async throws {
    let replay = try await Replayer(betfair: [file], verifies: true)
    try await replay.play()
    #expect(replay.messages > 0)
  }

  @Test func `the golf turns in play and back, and closes with five winners`() async throws {
    let replay = try await Replayer(betfair: [Self.files[2]])
    var places: [String] = []
    while try await replay.next() != nil {
      let place = replay.engine.snapshot.composition.sections.map(\.id.description)
        .first { $0.hasPrefix("live") || $0.hasPrefix("standard") || $0.hasPrefix("results") }
      if let place, places.last != place { places.append(place) }
    }
    #expect(places.first == "standard/3")
    #expect(places.last == "results")
    #expect(places.count { $0 == "live/3" } >= 3, "\(places)")
    #expect(try await replay.rows("SELECT count(*) FROM runner WHERE status = 'WINNER'") == ["5"])
    #expect(try await replay.rows("SELECT count(*) FROM runner WHERE status = 'REMOVED'") == ["1"])
  }

  @Test func `the last of many changes of one market in one message counts`() async throws {
    let replay = try await Replayer(
      betfair: ["betfair-limx0/streaming/mcm_sub_image_no_market_def.json"],
      verifies: true
    )
    try await replay.play()
    #expect(replay.messages == 1)
    #expect(replay.versions == 1)
    #expect(
      try await replay.rows("SELECT id, status, is_in_play FROM market WHERE status IS NOT NULL")
        == ["1.180737193 OPEN 0"]
    )
  }
}
