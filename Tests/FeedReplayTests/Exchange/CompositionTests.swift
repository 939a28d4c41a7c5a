import FeedDefinition
import FeedEngine
import FeedModel
import FeedReplay
import FeedStore
import FeedStress
import Foundation
import TestSupport
import Testing

@Suite("Exchange: several recordings")
struct CompositionTests {
  /// Three markets of one event, each opened, priced, turned in play and closed.
  private static func streams() throws -> [String] {
    try ["1.1", "1.2", "1.3"].enumerated().map { index, id in
      let stream = Stream()
      stream.define(image: true, "[1,\"Ada\"],[2,\"Bo\"]")
      for step in 1...4 {
        stream.change(
          #"{"id":1,"atb":[[1.\#(step),\#(index)],[1.\#(step - 1),0]],"ltp":2.\#(step)}"#
        )
      }
      stream.define("[1,\"Ada\"],[2,\"Bo\"]", inPlay: true)
      stream.change(#"{"id":2,"atl":[[5.5,1]]}"#)
      if index != 1 {
        stream.define("[1,\"Ada\",\"WINNER\"],[2,\"Bo\",\"LOSER\"]", status: "CLOSED")
      }
      stream.lines = stream.lines.map { $0.replacing("\"1.1\"", with: "\"\(id)\"") }
      return try stream.file()
    }
  }

  @Test(arguments: 0..<amount(2, full: 8))
  func `the end does not depend on how recordings interleave`(seed: UInt64) async throws {
    var random = SplitMix64(seed: seed)
    let paths = try Self.streams()
    defer { for path in paths { try? FileManager.default.removeItem(atPath: path) } }
    let ordered = try await Replayer(paths.map { ($0, "betfair", 0) }, feed: Exchange.feed())
    try await ordered.play()
    let shifted = try await Replayer(
      paths.shuffled(using: &random).map {
        ($0, "betfair", Double.random(in: -3...3, using: &random))
      },
      feed: Exchange.feed(),
      verifies: true
    )
    try await shifted.play()
    #expect(try await shifted.dump() == ordered.dump(), "seed \(seed)")
    #expect(await shifted.events() == ordered.events(), "seed \(seed)")
  }

  @Test(arguments: 0..<amount(2, full: 6))
  func `a run that is stopped at any line resumes to the same end`(seed: UInt64) async throws {
    var random = SplitMix64(seed: seed)
    let paths = try Self.streams()
    let store = FileManager.default.temporaryDirectory.appending(
      path: "\(UUID().uuidString).sqlite"
    )
    defer {
      for path in paths + ["", "-wal", "-shm"].map({ store.path + $0 }) {
        try? FileManager.default.removeItem(atPath: path)
      }
    }
    let files = paths.map { ($0, "betfair", 0.0) }
    let whole = try await Replayer(files, feed: Exchange.feed())
    try await whole.play()
    var left = whole.messages
    while left > 0 {
      // No file is closed properly: the next run finds the state that a killed one would leave.
      let part = try await Replayer(files, feed: Exchange.feed(), store: .file(store.path))
      try await part.play(Int.random(in: 1...9, using: &random))
      left -= part.messages
    }
    let end = try await Replayer(files, feed: Exchange.feed(), store: .file(store.path))
    #expect(try await end.next() == nil, "seed \(seed)")
    #expect(try await end.dump() == whole.dump(), "seed \(seed)")
    let versions = (end.engine.snapshot.version, whole.engine.snapshot.version)
    #expect(versions.0 == versions.1, "seed \(seed)")
  }

  @Test func `recordings are aligned by clock, by start or by a marked moment`()
    async throws
  {
    let early = Stream()
    early.define(image: true, "[1,\"Ada\"]")
    early.define("[1,\"Ada\"]", inPlay: true)
    let late = Stream()
    late.define(image: true, "[1,\"Ada\"]")
    late.change(#"{"id":1,"ltp":2}"#)
    late.change(#"{"id":1,"ltp":3}"#)
    late.define("[1,\"Ada\"]", inPlay: true)
    late.lines = late.lines.map { $0.replacing("17000000", with: "17000100") }
    let paths = [try early.file(), try late.file()]
    defer { for path in paths { try? FileManager.default.removeItem(atPath: path) } }
    let times: (Alignment, [Double]) async throws -> [[Double]] = { alignment, offsets in
      let replay = try await Replayer(
        zip(paths, offsets).map { ($0, "betfair", $1) },
        feed: Exchange.feed(),
        alignment: alignment
      )
      var times: [[Double]] = [[], []]
      while let (entry, _) = try await replay.next() {
        times[entry.fixture.path == paths[0] ? 0 : 1].append(entry.at)
      }
      return times
    }
    let later = [0, 0.25, 0.5, 0.75]
    #expect(try await times(.clock, [0, 0]) == [[0, 0.25], later.map { $0 + 10_000 }])
    #expect(try await times(.start, [0, 0]) == [[0, 0.25], later])
    #expect(try await times(.mark("in-play"), [0, 0]) == [[0.5, 0.75], later])
    #expect(try await times(.start, [2, 1]) == [[1, 1.25], later])
    #expect(try await times(.start, [0, -1]) == [[1, 1.25], later])
    await #expect(throws: FixtureError.self) { _ = try await times(.mark("closed"), [0, 0]) }
  }

  @Test func `a loop plays everything again and continues to count positions`() async throws {
    let stream = Stream()
    stream.define(image: true, "[1,\"Ada\"]")
    stream.change(#"{"id":1,"ltp":2}"#)
    let path = try stream.file()
    defer { try? FileManager.default.removeItem(atPath: path) }
    let format = try Exchange.feed().adapters["betfair"]?.recording
    let recording = Recording(path: path, adapter: "betfair", format: try #require(format))
    for position in [0, 3] {
      let old = FixturePosition(
        fixture: try FixtureReader(path: path).fixture.name,
        line: position
      )
      let merge = try await FixtureMerge(
        [recording],
        passes: 3,
        resuming: { _ in position == 0 ? [] : [PlayedFixture(position: old)] }
      )
      var seen: [String] = []
      while case .entry(let entry)? = try merge.next() {
        seen.append("\(entry.position)@\(entry.at)")
      }
      let all = ["1@0.0", "2@0.25", "3@0.25", "4@0.5", "5@0.5", "6@0.75"]
      #expect(seen == Array(all.dropFirst(position)))
    }
  }
}

@Suite("Exchange: composed real feeds", .enabled(if: Exchange.hasRecordings, "\(Exchange.absence)"))
struct ComposedRealFeedTests {
  @Test func `two markets of one event have the same end with any offset`() async throws {
    let win = Exchange.recording("betfair-flumine/greyhounds-1.197931750.WIN.jsonl")
    let place = Exchange.recording("betfair-flumine/greyhounds-1.197931751.PLACE.jsonl")
    let horse = Exchange.recording("betfair-mzaja/horse-WIN-1.211006011.jsonl")
    let strangers = amount([], full: [(horse, "betfair", 1.0)])
    var ends: Set<[String]> = []
    for offset in amount([0.0, 3.5], soak: [0, 3.5, 500]) {
      let replay = try await Replayer(
        [(win, "betfair", offset), (place, "betfair", 0)] + strangers,
        feed: Exchange.feed(),
        alignment: .start
      )
      try await replay.play()
      ends.insert(try await replay.dump())
    }
    #expect(ends.count == 1)
  }
}
