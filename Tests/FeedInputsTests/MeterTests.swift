import FeedEngine
import FeedModel
import FeedStore
import Foundation
import TestSupport
import Testing

@testable import FeedInputs

@Suite("How fast inputs are")
struct MeterTests {
  @Test func `figures are taken once a second, of the messages since then and of all latencies`() {
    var meter = InputMeter()
    #expect(meter.figures(at: .seconds(10)) == nil)
    for number in 1...98 { meter.add(.microseconds(number <= 97 ? 400 : 80_000)) }
    #expect(meter.figures(at: .seconds(10.9)) == nil)
    let first = meter.figures(at: .seconds(12))
    #expect(first?.rate == 49)
    #expect((first?.median).map { abs($0 / 0.0004 - 1) < 0.1 } == true)
    #expect((first?.p99).map { abs($0 / 0.08 - 1) < 0.1 } == true)
    #expect(meter.figures(at: .seconds(20)) == nil, "no message has come")
    meter.add(.seconds(3600))
    #expect(meter.figures(at: .seconds(20.5), isLast: true)?.rate == 1 / 8.5)
    // A clock that stands still, and one message that took no time at all.
    meter.add(.zero)
    #expect(meter.figures(at: .seconds(20.5)) == nil)
  }

  @Test func `an input says how fast it is, and no more than its silence allows`() async throws {
    let feed = try InputFeed("log: {follow: log.jsonl, adapter: ticks, stale: 10s}")
    let path = try feed.directory.file("log.jsonl", "")
    let engine = try feed.engine()
    try await feed.whileRunning(engine) { _ in
      let lines = (1...50).map { "{\"id\":\($0)}\n" }.joined() + "garbage\n"
      try lines.write(toFile: path, atomically: false, encoding: .utf8)
      #expect(await engine.ticks(50).count == 50)
      while try await engine.record(ofInput: "log").record?.rejected != 1 { await Task.yield() }
    }
    let listed = try #require(try await engine.inputRecords().first)
    let time = try #require(listed.record?.time)
    let report = InputReport(listed, now: time + 0.001)
    #expect((report.rate).map { $0 > 0 } == true)
    #expect((report.median).map { $0 > 0 } == true)
    #expect(try #require(report.p99) >= #require(report.median))
    #expect(report.state == .live)
    #expect(report.summary.hasPrefix("log live ") && report.summary.hasSuffix("/s, 1 rejected"))
    let later = InputReport(listed, now: time + 100)
    #expect(later.rate == 0.01)
    #expect(later.summary == "log late 100 s, 1 rejected")
    var json = JSONWriter()
    json.inputs([InputReport(ListedInputRecord(input: listed.input, failure: "gone"), now: 5)])
    #expect(
      String(decoding: json.bytes, as: UTF8.self) == """
        [{"name":"log","kind":"follow","state":"failed","age":null,"messages":0,"rejected":0,\
        "rate":null,"p50":null,"p99":null,"error":"gone"}]
        """
    )
  }
}
