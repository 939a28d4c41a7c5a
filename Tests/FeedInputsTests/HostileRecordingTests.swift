import FeedEngine
import FeedModel
import FeedStore
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import FeedInputs

@Suite("Recordings of hostile messages")
struct HostileRecordingTests {
  /// A feed whose adapter stores each message without parsing it.
  private static let schema = """
    CREATE TABLE kept (id INTEGER PRIMARY KEY, text, type);
    CREATE TABLE row (id INTEGER PRIMARY KEY, note);
    """

  private static let feed = """
    feed: 1
    store: {schema: kept.sql}
    sources: {kept: {from: kept, order: [id]}, ads: {document: ads}}
    sections:
      - {id: kept, source: kept, item: kept, layout: rows}
      - {id: ads, source: ads, item: ad, layout: rows}
    items: {kept: {title: "{text}", fields: [type]}, ad: {title: "{title}"}}
    layouts: {rows: {height: 44}}
    inputs: {in: {listen: /v1/messages}, kept: {listen: /v1/messages, adapter: keep}}
    adapters:
      keep: {sql: "INSERT INTO kept (text, type) VALUES (:message, typeof(:message))"}
    """

  /// Messages that are not JSON (RFC 8259), with what a splice would have made of them.
  static let broken = [
    "hello", "[1,]", #"{"a":"b""#, "a\nb", #"1,"sql":["UPDATE kept SET text = 'injected'"]"#,
    "{}\n{\"at\":2,\"sql\":[\"DELETE FROM kept\"]}", #"{}}"#, "", " ", "nan", "NaN", "-", "01",
    "1.", ".5", "+1", "0x10", "'a'", "{a:1}", "[1 2]", "\"\u{1}\"", #""\x41""#, #""a"#, "tru",
    "{\"a\" 1}", "// comment\n1", "[1]]", "1\u{FEFF}", "\u{A0}1", "1,2", "{\"a\":1,}",
    #"{"a":1}{"b":2}"#,
  ]

  /// Messages that are JSON, each in a form that a careless writer changes.
  static let whole = [
    #""hello""#, "true", "false", "null", "12", "1.50", "-0.0", "1e400", "0E+2",
    "12345678901234567890123", #""\ud800""#, #""\u00e9\/""#, "[ 1 ]", "{ \"a\" :\t1 }",
    "{\"a\":\n1}", "[1,\r\n2]", " 7", "7 ", "\"a\u{2028}b\u{202E}c\"", "[]", "{}",
    #"{"sql":["UPDATE kept SET text = 'x'"]}"#, "\"\u{7F}é😀\"", #""""#, #"{"a":1,"a":2}"#,
    #"{"at":1,"input":"x","position":"y","message":2}"#,
  ]

  /// Lines of fixtures, as an input without an adapter sends them.
  static let lines = [
    #"{"upsert":{"row":[{"id":1,"note":"a"}]}}"#,
    #"{"at":7,"input":"other","position":"9","upsert":{"row":[{"id":2,"note":1.50}]}}"#,
    "{ \"upsert\" :\n{\"row\":[{\"id\":3,\"note\":\"\\u00e9\"}]} }",
    #"{"adapter":"keep","message":{"a": 1}}"#, "{\"adapter\":\"keep\",\"message\":{\"a\":\n1}}",
    #"{"adapter":"keep","message":"text"}"#, #"{"message":null,"adapter":"keep"}"#,
    #"{"\u0061t":5,"position":"p","upsert":{}}"#, #"{"document":{"ads":[{"id":"a","title":"A"}]}}"#,
    #"{"document":{"ads":"not JSON"}}"#, #"{"document":{"ads":"\"text\""}}"#, "{}",
  ]

  /// Documents; the last valid one stays if a new one cannot be read.
  static let documents = [
    #"[{"id":"a","title":"A"}]"#, "[{\"id\":\"b\",\n\"title\":\"B\"}] ", "not JSON", #""text""#,
    #"{"list":1}"#, #"[],"sql":["DELETE FROM kept"]"#, "\u{FEFF}[]", "[]",
  ]

  private final class Found: Sendable {
    private let state = Mutex<[String]>([])
    var rows: [String] { state.withLock { $0 } }
    func append(_ row: String) { state.withLock { $0.append(row) } }
  }

  /// All rows of the schema, and the documents that the store keeps.
  private func dump(_ engine: FeedEngine) async throws -> [String] {
    let found = Found()
    _ = try await engine.write { writer in
      for sql in [
        "SELECT 'kept', id, quote(text), type FROM kept ORDER BY id",
        "SELECT 'row', id, quote(note) FROM row ORDER BY id",
      ] {
        let statement = try writer.prepare(sql)
        while try statement.step() {
          found.append(
            (0..<statement.columnCount).map { statement.text(at: $0) }.joined(separator: " ")
          )
        }
      }
    }
    return found.rows
  }

  private func engine(_ directory: TemporaryDirectory) throws -> FeedEngine {
    _ = try directory.file("kept.sql", Self.schema)
    return try FeedEngine(file: directory.file("kept.yaml", Self.feed), store: .memory)
  }

  private func session(
    _ engine: FeedEngine,
    _ name: String,
    _ target: InputSession.Target,
    _ recorder: Recorder
  ) async throws -> InputSession {
    try await InputSession(
      name,
      target,
      stale: nil,
      engine: engine,
      time: .system,
      recorder: recorder
    ) { _ in }
  }

  @Test(arguments: 1...UInt64(amount(6, full: 60, soak: 600)))
  func `the replay of hostile messages leads to the store of the live run`(
    seed: UInt64
  ) async throws {
    var random = SeededGenerator(seed: seed)
    let directory = try TemporaryDirectory()
    let live = try engine(directory)
    let path = directory.path("recording.jsonl")
    let recorder = try Recorder(path: path)
    let plain = try await session(live, "in", .rows(adapter: nil), recorder)
    let adapted = try await session(live, "kept", .rows(adapter: "keep"), recorder)
    let document = try await session(live, "ads", .document("ads"), recorder)
    var applied = 0
    for step in 0..<60 {
      let position = Bool.random(using: &random) ? "p\"\n\(step)" : nil
      switch Int.random(in: 0..<5, using: &random) {
      case 0:
        let text = Self.lines.randomElement(using: &random) ?? ""
        try await plain.deliver(Array(text.utf8), position: position)
        applied += 1
      case 1:
        let text = Self.documents.randomElement(using: &random) ?? ""
        do { try await document.deliver(Array(text.utf8), position: position) } catch let error
          as InputError where error.code == .invalidDocument
        {}
        applied += 1
      case 2:
        let text = Self.broken.randomElement(using: &random) ?? ""
        try await adapted.deliver(Array(text.utf8), position: position)
      case 3:
        let text = Self.whole.randomElement(using: &random) ?? ""
        try await adapted.deliver(Array(text.utf8), position: position)
        applied += 1
      default:
        let text = (Self.whole + Self.broken).randomElement(using: &random) ?? ""
        let message = PostedMessage(text, input: "kept", adapter: "keep", key: position)
        let count = recorder.lines
        _ = try? await live.apply(message: text, adapter: "keep", postedTo: "kept", at: 1) {
          recorder.record(message)
        }
        applied += recorder.lines - count
      }
    }
    try recorder.close()
    #expect(recorder.lines == applied, "seed \(seed)")
    let replay = try engine(directory)
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let lines = text.split(separator: "\n")
    #expect(lines.count == applied, "seed \(seed)")
    for (index, line) in lines.enumerated() {
      var scanner = JSONScanner(Array(line.utf8)[...])
      let names = (scanner.takeMembers() ?? []).map { JSONScanner.text($0.name) }
      #expect(names.first == "at", "seed \(seed): \(line)")
      #expect(!names.contains("sql"), "seed \(seed): \(line)")
      #expect(Set(names).count == names.count, "seed \(seed): \(line)")
      try await replay.apply(FixtureLine(String(line), fixture: "recording", line: index + 1))
    }
    #expect(try await dump(replay) == dump(live), "seed \(seed)")
    #expect(replay.snapshot.composition == live.snapshot.composition, "seed \(seed)")
    #expect(replay.snapshot.status.map(\.problem) == live.snapshot.status.map(\.problem))
  }

  @Test func `a document that is not UTF-8 fails its input as one that is not JSON does`()
    async throws
  {
    let directory = try TemporaryDirectory()
    let engine = try engine(directory)
    let recorder = try Recorder(path: directory.path("recording.jsonl"))
    let session = try await session(engine, "ads", .document("ads"), recorder)
    for bytes in [[0x5B, 0x22, 0xFF, 0x22, 0x5D], Array("[".utf8)] as [[UInt8]] {
      let error = await #expect(throws: InputError.self) {
        try await session.deliver(bytes, position: "etag")
      }
      #expect(error?.code == .invalidDocument)
      // The next answer is read, even if it is the same.
      #expect(session.position == nil)
    }
    #expect(try await engine.rejectedMessages().count == 2)
  }

  @Test(arguments: broken)
  func `an input rejects a message that is not JSON, whatever its adapter reads`(
    text: String
  ) async throws {
    let directory = try TemporaryDirectory()
    let engine = try engine(directory)
    let recorder = try Recorder(path: directory.path("recording.jsonl"))
    let session = try await session(engine, "kept", .rows(adapter: "keep"), recorder)
    try await session.deliver(Array(text.utf8), position: "1")
    #expect(try await dump(engine).isEmpty)
    let rejected = try await engine.rejectedMessages()
    #expect(rejected.map(\.text) == [text])
    #expect(rejected.first?.reason.contains("malformed-message") == true)
    #expect(recorder.lines == 0)
  }

  @Test(arguments: whole)
  func `an adapter gets a message of an input as its source wrote it`(text: String) async throws {
    let directory = try TemporaryDirectory()
    let engine = try engine(directory)
    let recorder = try Recorder(path: directory.path("recording.jsonl"))
    let session = try await session(engine, "kept", .rows(adapter: "keep"), recorder)
    try await session.deliver(Array(text.utf8), position: nil)
    #expect(try await dump(engine) == ["kept 1 '\(text.replacing("'", with: "''"))' text"])
  }
}
