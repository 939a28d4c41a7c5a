import FeedEngine
import FeedModel
import FeedStore
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import FeedInputs

@Suite("How fast inputs are")
struct MeterTests {
  @Test func `the rate and latencies of an input are updated once a second`() {
    var meter = InputMeter()
    #expect(meter.figures(at: .seconds(10)) == nil)
    for number in 1...98 { meter.add(.microseconds(number <= 97 ? 400 : 80_000)) }
    #expect(meter.figures(at: .seconds(10.9)) == nil)
    let first = meter.figures(at: .seconds(12))
    #expect(first?.rate == 49)
    #expect((first?.median).map { abs($0 / 0.0004 - 1) < 0.1 } == true)
    #expect((first?.p99).map { abs($0 / 0.08 - 1) < 0.1 } == true)
    #expect(meter.figures(at: .seconds(12.9)) == nil)
    // Without a message, there is no measurement.
    #expect(meter.figures(at: .seconds(20)) == nil)
    meter.add(.seconds(3600))
    #expect(meter.figures(at: .seconds(20.5), isLast: true)?.rate == 99 / 10.5)
    // A clock that does not advance, and a message with a latency of zero.
    meter.add(.zero)
    #expect(meter.figures(at: .seconds(20.5)) == nil)
  }

  @Test func `the rate of messages that arrive in groups is that of ten seconds`() {
    var meter = InputMeter()
    _ = meter.figures(at: .zero)
    var rates: [Double] = []
    for group in 1...100 {
      for _ in 0..<200 { meter.add(.milliseconds(1)) }
      if let figures = meter.figures(at: .seconds(2 * group)) { rates.append(figures.rate) }
    }
    #expect(rates.count == 100)
    #expect(Set(rates) == [100])
    // The groups before a silence count until ten seconds have passed.
    meter.add(.milliseconds(1))
    #expect(meter.figures(at: .seconds(260))?.rate == 1 / 60.0)
  }

  @Test func `the reported rate of an input falls with the time since its last message`()
    async throws
  {
    let feed = try InputFeed("log: {follow: log.jsonl, adapter: ticks, stale: 10s}")
    let path = try feed.directory.file("log.jsonl", "")
    let engine = try feed.engine()
    try await feed.whileRunning(engine) { _ in
      let lines = (1...50).map { "{\"id\":\($0)}\n" }.joined() + "garbage\n"
      try lines.write(toFile: path, atomically: false, encoding: .utf8)
      #expect(await engine.ticks(50).count == 50)
      try await until { try await engine.record(ofInput: "log").record?.rejected == 1 }
    }
    let listed = try #require(try await engine.inputRecords().first)
    let time = try #require(listed.record?.time)
    let report = InputStatus(listed, now: time + 0.001)
    #expect((report.rate).map { $0 > 0 } == true)
    #expect((report.median).map { $0 > 0 } == true)
    #expect(try #require(report.p99) >= #require(report.median))
    #expect(report.state == .live)
    #expect(report.summary(at: time).hasPrefix("log live "))
    #expect(report.summary(at: time).hasSuffix(" messages/s, 1 rejected"))
    let later = InputStatus(listed, now: time + 100)
    #expect(later.rate == 0.01)
    #expect(later.summary(at: time + 100) == "log late 100 s, 1 rejected")
    var json = JSONWriter()
    json.inputs(
      [InputStatus(ListedInputRecord(input: listed.input, failure: "gone"), now: 5)],
      now: 5
    )
    #expect(
      String(decoding: json.bytes, as: UTF8.self) == """
        [{"name":"log","kind":"follow","state":"failed","age":null,"messages":0,"rejected":0,"kept":0,\
        "rate":null,"p50":null,"p99":null,"error":"gone"}]
        """
    )
  }

  @Test func `every version contains the state and the counts of its inputs`() async throws {
    let feed = try InputFeed(
      """
      log: {follow: log.jsonl, adapter: ticks}
        web: {stream: "http://127.0.0.1:1/none", adapter: ticks, sources: [ticks]}
      """
    )
    _ = try feed.directory.file(
      "log.jsonl",
      "{\"id\":1}\n{\"id\":2}\ngarbage\n{\"id\":3}\n"
    )
    let engine = try feed.engine()
    #expect(engine.snapshot.inputs.map(\.name) == ["log", "web"])
    #expect(engine.snapshot.inputs.map(\.state) == [.new, .new])
    let versions = Mutex<[[InputStatus]]>([])
    _ = await engine.observe { update in versions.withLock { $0.append(update.snapshot.inputs) } }
    try await feed.whileRunning(engine) { notices in
      #expect(await engine.ticks(3) == once(1...3))
      for await update in engine.versions()
      where update.snapshot.status.contains(where: { $0.problem != nil }) {
        break
      }
    }
    let logs = versions.withLock { $0.map { $0[0] } }
    // The counts at each of the three versions; a rejected message creates no version.
    let applied = logs.filter { $0.state == .live }
    #expect(applied.prefix(2).map(\.messages) == [1, 2])
    #expect(applied.contains { $0.messages == 3 && $0.rejected == 1 })
    #expect(applied.allSatisfy { $0.lastMessage != nil })
    let web = try #require(engine.snapshot.inputs.last)
    #expect(web.state == .failed)
    let reason = "the source cannot be reached: the connection is refused"
    #expect(web.problem == reason)
    #expect(web.messages == 0)
    #expect(web.lastMessage == nil)

    // A failed message leaves no trace, and another process reads the state from the store.
    let before = engine.snapshot.inputs.map { [$0.messages, $0.rejected] }
    await #expect(throws: (any Error).self) {
      try await engine.apply(message: "garbage", adapter: "ticks", from: "log", InputRecord())
    }
    try await engine.write { try $0.run("INSERT INTO tick (id, count) VALUES (9, 1)") }
    #expect(engine.snapshot.inputs.map { [$0.messages, $0.rejected] } == before)
    let reader = try feed.engine()
    #expect(reader.snapshot.inputs.map { [$0.messages, $0.rejected] } == before)
    #expect(reader.snapshot.inputs.map(\.problem) == [nil, reason])
    try await reader.close()
    try await engine.close()
  }
}
