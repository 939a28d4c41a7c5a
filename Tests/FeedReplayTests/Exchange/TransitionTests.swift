import FeedEngine
import FeedModel
import FeedSnapshots
import Foundation
import Testing

/// Special cases of the stream, each in few messages; these run everywhere.
@Suite("Exchange: special cases of the stream")
struct TransitionTests {
  @Test func `an image and its deltas give the best prices and move no other items`() async throws {
    let stream = Stream()
    stream.define(image: true, "[1,\"Ada\"],[2,\"Bo\"]")
    stream.change(#"{"id":1,"atb":[[2.0,10],[1.9,5]],"atl":[[2.1,7]]},{"id":2,"ltp":4.5}"#)
    stream.change(#"{"id":1,"atb":[[1.9,6],[1.8,1]]},{"id":1,"atl":[[2.2,1]],"tv":9}"#)
    stream.change(#"{"id":1,"atb":[[2.0,0]],"atl":[[2.1,0]]}"#)
    stream.change(#"{"id":2,"batb":[[0,4.4,1],[1,4.3,1]]}"#)
    let replay = try await stream.replay()
    #expect(try await replay.step() == 2)
    #expect(try await replay.step() == 3)
    #expect(try await replay.prices() == ["Ada 2.0 2.1 2.0", "Bo null null 4.5"])
    // Changes of levels below the best are not visible.
    #expect(try await replay.step() == nil)
    #expect(try await replay.step() == 4)
    #expect(try await replay.prices() == ["Ada 1.9 2.2 1.9", "Bo null null 4.5"])
    #expect(try await replay.step() == 5)
    #expect(try await replay.prices() == ["Ada 1.9 2.2 1.9", "Bo 4.4 null 4.4"])
  }

  @Test func `an image replaces the known state`() async throws {
    let stream = Stream()
    stream.define(image: true, "[1,\"Ada\"],[2,\"Bo\"]")
    stream.change(#"{"id":1,"atb":[[2.0,10]],"ltp":2.0},{"id":2,"atb":[[3.0,1]]}"#)
    stream.define(image: true, "[1,\"Ada\"],[2,\"Bo\"]", rc: #"{"id":1,"atb":[[1.5,1]]}"#)
    let replay = try await stream.replay()
    try await replay.play()
    #expect(try await replay.prices() == ["Ada 1.5 null 1.5", "Bo null null null"])
    #expect(try await replay.rows("SELECT count(*) FROM trade") == ["0"])
  }

  @Test func `several changes of one market in one message are applied in their order`()
    async throws
  {
    let stream = Stream()
    let open = stream.definition("[1,\"Ada\"]", status: "OPEN")
    let suspended = stream.definition("[1,\"Ada\"]", status: "SUSPENDED")
    stream.add(
      #"{"id":"1.1",\#(open),"img":true,"rc":[{"id":1,"atb":[[9.0,1]]}]}"#,
      #"{"id":"1.1","rc":[{"id":1,"atb":[[8.0,1]]}]}"#,
      #"{"id":"1.1",\#(suspended),"img":true,"rc":[{"id":1,"atb":[[2.0,1]]}]}"#,
      #"{"id":"1.1","rc":[{"id":1,"atb":[[2.5,1],[2.0,0]]}]}"#
    )
    stream.add(
      #"{"id":"1.1",\#(suspended)}"#,
      #"{"id":"1.1",\#(open)}"#,
      #"{"id":"1.1","rc":[{"id":1,"atb":[[2.4,1]]}]}"#
    )
    let replay = try await stream.replay()
    #expect(try await replay.step() == 2)
    #expect(try await replay.rows("SELECT key FROM quote") == ["2.5"])
    #expect(try await replay.rows("SELECT status FROM market") == ["SUSPENDED"])
    #expect(try await replay.step() == 3)
    #expect(try await replay.rows("SELECT status FROM market") == ["OPEN"])
  }

  @Test func `a market is suspended, reopened, turned in play and closed with its winner`()
    async throws
  {
    let stream = Stream()
    let runners = "[1,\"Ada\"],[2,\"Bo\"]"
    stream.define(image: true, runners, rc: #"{"id":1,"atb":[[2.0,1]]}"#)
    stream.define(runners, status: "SUSPENDED")
    stream.define(runners, status: "OPEN")
    stream.define(runners, status: "OPEN", inPlay: true)
    stream.define("[1,\"Ada\",\"WINNER\"],[2,\"Bo\",\"LOSER\"]", status: "CLOSED", inPlay: true)
    let replay = try await stream.replay()
    let rows = "event-header market-header runner runner"
    var seen: [String] = []
    while try await replay.next() != nil { seen.append(await replay.events()) }
    #expect(
      seen == [
        "standard/4[\(rows)]", "standard/4[event-header locked]", "standard/4[\(rows)]",
        "live/4[\(rows)]", "results[event-header market-header winner]",
      ]
    )
  }

  @Test
  func `a removed runner disappears, and a runner with the same number and another handicap stays`()
    async throws
  {
    let stream = Stream()
    stream.define(image: true, "[1,\"Ada\",\"ACTIVE\",-0.5],[1,\"Ada\",\"ACTIVE\",0.5],[2,\"Bo\"]")
    stream.change(#"{"id":1,"hc":0.5,"atb":[[3.0,1]]},{"id":1,"hc":-0.5,"atb":[[2.0,1]]}"#)
    stream.define("[1,\"Ada\",\"REMOVED\",-0.5],[1,\"Ada\",\"ACTIVE\",0.5],[2,\"Bo\"]")
    let replay = try await stream.replay()
    try await replay.play(2)
    #expect(
      try await replay.prices() == ["Ada 2.0 null 2.0", "Ada 3.0 null 3.0", "Bo null null null"]
    )
    let removal = try await replay.next()?.update?.updates
    // The row of the runner.
    #expect(removal?.deleteItems.count == 1)
    #expect(await replay.events().contains("market-header runner runner]"))
  }

  @Test func `prices that precede the definition of their market are kept`() async throws {
    let stream = Stream()
    stream.change(#"{"id":"1","atb":[[3.0,1]]}"#)
    stream.define("[1,\"Ada\"]")
    let replay = try await stream.replay()
    #expect(try await replay.step() == nil)
    #expect(try await replay.step() == 2)
    #expect(try await replay.prices() == ["Ada 3.0 null 3.0"])
  }

  @Test func `an event known only from the menu disappears when the menu no longer names it`()
    async throws
  {
    let menu = Stream(adapter: "menu")
    for names in [["Ada v Bo", "Cy v Di"], ["Ada v Bo"]] {
      let events = names.enumerated().map { index, name in
        #"{"type":"EVENT","id":"\#(index + 7)","name":"\#(name)","children":[{"type":"MARKET","id":"1.\#(index + 1)","name":"Winner","marketStartTime":"2026-01-01T12:00:00.000Z"}]}"#
      }
      menu.lines.append(
        #"{"type":"GROUP","id":0,"name":"ROOT","children":[{"type":"EVENT_TYPE","id":"4","name":"Chess","children":[{"type":"GROUP","id":"9","children":[\#(events.joined(separator: ","))]}]}]}"#
      )
    }
    let replay = try await menu.replay()
    #expect(try await replay.step() == 2)
    #expect(await replay.titles() == ["Ada v Bo", "Cy v Di"])
    #expect(try await replay.step() == 3)
    #expect(await replay.titles() == ["Ada v Bo"])
    #expect(try await replay.rows("SELECT id FROM market") == ["1.1"])
  }
}

/// A recording in the exchange's wire format, written message by message.
final class Stream {
  var lines: [String] = []
  private let adapter: String

  init(adapter: String = "betfair") { self.adapter = adapter }

  func add(_ changes: String...) {
    let time = 1_700_000_000_000 + lines.count * 250
    lines.append(#"{"op":"mcm","pt":\#(time),"mc":[\#(changes.joined(separator: ","))]}"#)
  }

  /// Returns a definition; runners are written `[id,"name"]`, with any status and handicap.
  func definition(_ runners: String, status: String = "OPEN", inPlay: Bool = false) -> String {
    let list = (try? JSONSerialization.jsonObject(with: Data("[\(runners)]".utf8))) as? [[Any]]
    let written = (list ?? []).enumerated().map { index, runner in
      let status = runner.count > 2 ? "\(runner[2])" : "ACTIVE"
      let handicap = runner.count > 3 ? #","hc":\#(runner[3])"# : ""
      return
        #"{"id":\#(runner[0]),"name":"\#(runner[1])","status":"\#(status)","sortPriority":\#(index)\#(handicap)}"#
    }
    return #"""
      "marketDefinition":{"eventId":"7","eventTypeId":"4","eventName":"Ada v Bo","name":"Winner",
      "openDate":"2026-01-01T12:00:00.000Z","marketTime":"2026-01-01T12:00:00.000Z",
      "status":"\#(status)","inPlay":\#(inPlay),"runners":[\#(written.joined(separator: ","))]}
      """#.replacing("\n", with: "")
  }

  func define(
    image: Bool = false,
    _ runners: String,
    status: String = "OPEN",
    inPlay: Bool = false,
    rc: String = ""
  ) {
    let definition = definition(runners, status: status, inPlay: inPlay)
    add(#"{"id":"1.1",\#(definition),"img":\#(image),"rc":[\#(rc)]}"#)
  }

  func change(_ runners: String) { add(#"{"id":"1.1","rc":[\#(runners)]}"#) }

  func replay() async throws -> Replayer {
    let path = try file()
    defer { try? FileManager.default.removeItem(atPath: path) }
    return try await Replayer([(path, adapter, 0)], feed: Exchange.feed(), verifies: true)
  }

  /// Writes the recording to a file, and returns its path.
  func file() throws -> String {
    let path = FileManager.default.temporaryDirectory
      .appending(path: "stream-\(UUID().uuidString).jsonl").path
    try Data(lines.map { $0 + "\n" }.joined().utf8).write(to: URL(filePath: path))
    return path
  }
}

extension Replayer {
  /// Plays one message.
  ///
  /// - Returns: The new version, or `nil`.
  func step() async throws -> Int? { try await next()?.update?.snapshot.version }

  /// Returns the runners with their prices.
  func prices() async throws -> [String] {
    try await rows("SELECT name, back, lay, price FROM runner ORDER BY sort, handicap")
  }

  /// Returns the sections of events with the kinds of their items.
  func events() async -> String {
    engine.snapshot.composition.sections
      .filter { section in
        ["standard", "live", "results"].contains { section.id.description.hasPrefix($0) }
      }
      .map { section in
        "\(section.id)[\(section.items.map(\.id.kind.description).joined(separator: " "))]"
      }
      .joined(separator: " ")
  }

  /// Returns the names of the events in the feed.
  func titles() async -> [String] {
    engine.snapshot.composition.sections.flatMap { section in
      section.items.filter { $0.id.kind == "event-header" }
        .compactMap { $0.content["name"]?.description }
    }
  }
}
