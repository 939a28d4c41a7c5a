import FeedEngine
import FeedModel
import FeedSnapshots
import FeedStore
import Foundation
import Synchronization
import TestFeeds
import TestSupport
import Testing

@testable import FeedInputs

@Suite("Recordings of inputs")
struct RecordingTests {
  /// The versions that a feed has shown.
  private final class Versions: Sendable {
    private let all = Mutex<[FeedUpdate]>([])

    func add(_ update: FeedUpdate) { all.withLock { $0.append(update) } }

    var trace: [String] {
      all.withLock { updates in
        updates.map { update in
          var json = JSONWriter()
          json.integer(update.snapshot.version)
          return String(decoding: json.bytes, as: UTF8.self) + " \(update.updates)"
        }
      }
    }
  }

  @Test func `a replayed recording produces the same versions and batches`() async throws {
    let directory = try TemporaryDirectory()
    let source = try await WebSource.start(in: directory.url)
    let feed = try InputFeed(
      """
      web: {stream: "\(source.url("/events?to=30"))", adapter: ticks}
        log: {follow: log.jsonl}
      """,
      documents: "ads: {document: ads, url: \"\(source.url("/ads"))\", every: 1h}"
    )
    let lines = (100..<130).map {
      #"{"at":7,"upsert":{"tick":[{"id":\#($0),"count":1}]}}"# + "\n"
    }
    _ = try feed.directory.file("log.jsonl", lines.joined() + "{}\ngarbage\n")
    let path = feed.directory.path("recording.jsonl")
    let recorder = try Recorder(path: path)
    let live = Versions()
    let engine = try FeedEngine(file: feed.path, store: .memory)
    _ = await engine.observe { live.add($0) }
    try await feed.whileRunning(engine, recorder: recorder) { notices in
      _ = await engine.ticks(60)
      for await update in engine.versions()
      where update.snapshot.composition.sections.contains(where: { $0.id.declaration == "ads" }) {
        break
      }
      #expect(await notices.next(.rejected) != nil)
      let record = try await engine.record(ofInput: "log").record
      #expect(record?.messages == 31)
    }
    try recorder.close()
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let recorded = text.split(separator: "\n")
    #expect(recorded.count == 62)
    #expect(recorded.allSatisfy { $0.hasPrefix("{\"at\":") && $0.contains("\"input\":\"") })
    let played = Versions()
    let replay = try FeedEngine(file: feed.path, store: .memory)
    _ = await replay.observe { played.add($0) }
    for (index, line) in recorded.enumerated() {
      try await replay.apply(FixtureLine(String(line), fixture: "recording", line: index + 1))
    }
    #expect(live.trace.count == 61)
    #expect(played.trace == live.trace)
    #expect(replay.snapshot.composition == engine.snapshot.composition)
    let next = try Recorder(path: path, inputs: ["web", "log", "document/ads"])
    #expect(next.continuation != nil)
  }

  @Test func `a recording that cannot be written is reported at once, and keeps whole lines`()
    throws
  {
    let directory = try TemporaryDirectory()
    let folder = directory.path("day")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    let failures = Mutex(0)
    let recorder = try Recorder(path: folder + "/a.jsonl", mostBytes: 1) { _ in
      failures.withLock { $0 += 1 }
    }
    func record(_ number: Int) {
      recorder.record(Array("[\(number)]".utf8), input: "a", position: nil, .rows(adapter: "b"))
    }
    record(1)
    #expect(failures.withLock(\.self) == 0)
    try FileManager.default.removeItem(atPath: folder)
    // The next file cannot be created.
    record(2)
    record(3)
    #expect(failures.withLock(\.self) == 1)
    #expect(recorder.lines == 1)
    #expect(throws: (any Error).self) { try recorder.close() }
  }

  @Test func `a recording is split by size and compressed according to its name`()
    throws
  {
    let directory = try TemporaryDirectory()
    let recorder = try Recorder(path: directory.path("a.jsonl.gz"), mostBytes: 1_000)
    for number in 1...100 {
      recorder.record(Array("[\(number)]".utf8), input: "a", position: nil, .rows(adapter: "b"))
    }
    try recorder.close()
    #expect(recorder.lines == 100)
    // The line that reaches the size is the last one of its file.
    #expect(directory.files.count > 3)
    let names = (1...directory.files.count).map { "a.000\($0).jsonl.gz" }
    #expect(directory.files == names)
    let sizes = try names.map { try ForeignProgram.run("zcat", [directory.path($0)]).output.count }
    #expect(sizes.dropLast().allSatisfy { 1_000..<1_100 ~= $0 })
    let text = try ForeignProgram.run("zcat", names.map(directory.path)).output
    let messages = text.split(separator: "\n").map { $0.split(separator: ":").last ?? "" }
    #expect(messages == (1...100).map { "[\($0)]}" })
  }

  @Test(arguments: [
    (
      "{\"at\":7,\"upsert\":{}}", InputSession.Target.rows(adapter: nil),
      #"{"at":0.25,"input":"a","position":"1\n2","upsert":{}}"#
    ),
    (" { } ", .rows(adapter: nil), #"{"at":0.25,"input":"a","position":"1\n2"}"#),
    (
      #"{"input":"b","position":"9","upsert":{}}"#, .rows(adapter: nil),
      #"{"at":0.25,"input":"a","position":"1\n2","upsert":{}}"#
    ),
    (
      "[\n1]", .rows(adapter: "b"),
      #"{"at":0.25,"input":"a","position":"1\n2","adapter":"b","message":"[\n1]"}"#
    ),
    (
      "[]", .document("ads"),
      #"{"at":0.25,"input":"a","position":"1\n2","document":{"ads":[]}}"#
    ),
  ])
  func `a message becomes one line of a fixture`(
    message: String,
    target: InputSession.Target,
    line: String
  ) {
    let recorded = RecordedLine(
      Array(message.utf8),
      at: 0.25,
      input: "a",
      position: "1\n2",
      target
    )
    #expect(String(decoding: recorded.bytes, as: UTF8.self) == line + "\n")
  }
}
