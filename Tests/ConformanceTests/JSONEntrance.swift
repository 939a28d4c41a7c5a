import FeedEngine
import FeedModel
import FeedReplay
import FeedStore
import Foundation
import Synchronization
import TestSupport

@testable import FeedInputs

/// A feed that a JSON text enters in every way that there is, and the recording of what it takes.
struct JSONEntrance {
  enum Way: String, CaseIterable {
    case line, message, document, put, post, poll
  }

  /// The verdict of a way about a text.
  enum Verdict {
    case taken
    case refused(String)
  }

  private static let schema = """
    CREATE TABLE kept (id INTEGER PRIMARY KEY, text);
    CREATE TABLE row (id INTEGER PRIMARY KEY, value);
    """

  private static let feed = """
    feed: 1
    store: {schema: kept.sql}
    sources: {kept: {from: kept, order: [id]}, ads: {document: ads}}
    sections:
      - {id: kept, source: kept, item: kept, layout: rows}
      - {id: ads, source: ads, item: ad, layout: rows}
    items: {kept: {title: "{text}"}, ad: {title: "{value}"}}
    layouts: {rows: {height: 44}}
    inputs: {in: {listen: /v1/messages}, kept: {listen: /v1/messages, adapter: keep}}
    adapters: {keep: {sql: "INSERT INTO kept (text) VALUES (:message)"}}
    """

  let engine: FeedEngine
  private let folder: TemporaryDirectory
  private let recorder: Recorder
  private let sessions: [Way: InputSession]
  private let client: SQLiteClient

  init() async throws {
    folder = try TemporaryDirectory()
    engine = try Self.engine(folder, "live.sqlite")
    client = try SQLiteClient(path: folder.path("live.sqlite"))
    recorder = try Recorder(path: folder.path("recording.jsonl"))
    var sessions: [Way: InputSession] = [:]
    for (way, name, target) in [
      (Way.line, "in", InputSession.Target.rows(adapter: nil)),
      (.message, "kept", .rows(adapter: "keep")), (.poll, "kept", .rows(adapter: "keep")),
      (.document, "ads", .document("ads")),
    ] {
      sessions[way] = try await InputSession(
        name,
        target,
        stale: nil,
        engine: engine,
        time: .system,
        recorder: recorder
      ) { _ in }
    }
    self.sessions = sessions
  }

  private static func engine(_ folder: TemporaryDirectory, _ store: String) throws -> FeedEngine {
    _ = try folder.file("kept.sql", schema)
    return try FeedEngine(
      file: folder.file("kept.yaml", feed),
      store: .file(folder.path(store))
    )
  }

  // MARK: Entering

  /// Returns the text that enters in a way, with a value in its place.
  static func text(_ value: [UInt8], _ way: Way) -> [UInt8] {
    switch way {
    case .line: Array(#"{"adapter":"keep","message":"#.utf8) + value + Array("}".utf8)
    case .document: Array(#"[{"id":"a","value":"#.utf8) + value + Array("}]".utf8)
    case .put: Array(#"{"id":1,"value":"#.utf8) + value + Array("}".utf8)
    case .message, .post, .poll: value
    }
  }

  /// Sends a value in the text that the way needs.
  func enter(_ value: [UInt8], _ way: Way) async throws -> Verdict {
    // The server takes the mark off the body of a request.
    let bytes = Self.text(way == .post ? value.withoutMark : value, way)
    if let session = sessions[way] {
      let before = session.state.withLock(\.record.rejected)
      // A document that cannot be read is a problem of its source.
      func problem() -> String? {
        way == .document
          ? engine.snapshot.status.first { $0.source == "ads" }?.problem : nil
      }
      do {
        if way == .poll {
          try await session.deliver(bytes, .json, position: nil)
        } else {
          try await session.deliver(bytes, position: nil)
        }
      } catch let error as InputError where error.code == .invalidDocument {}
      if let problem = problem() { return .refused(problem) }
      guard session.state.withLock(\.record.rejected) > before else { return .taken }
      return .refused(try await engine.rejectedMessages().last?.reason ?? "")
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      return .refused("the message is not UTF-8")
    }
    do {
      if way == .put {
        _ = try await engine.put(json: text, into: "row")
      } else {
        let message = PostedMessage(text, input: "kept", adapter: "keep", key: nil)
        _ = try await engine.apply(message: text, adapter: "keep", postedTo: "kept", at: 1) {
          [recorder] in recorder.record(message)
        }
      }
      return .taken
    } catch {
      return .refused("\(error)")
    }
  }

  // MARK: What is stored

  /// Returns the verdict of SQLite about a text.
  func isValid(_ bytes: [UInt8]) -> Bool {
    let hex = bytes.map { String(format: "%02x", $0) }.joined()
    return client.value("SELECT json_valid(CAST(x'\(hex)' AS TEXT))") == "1"
  }

  /// The text that the adapter stored last.
  var lastKept: String? {
    client.value("SELECT CAST(text AS TEXT) FROM kept ORDER BY id DESC LIMIT 1")
  }

  /// Returns whether the row that was put has the value that SQLite reads from a text.
  func hasPut(_ bytes: [UInt8]) -> Bool {
    let hex = bytes.map { String(format: "%02x", $0) }.joined()
    let fresh = client.value("SELECT quote(CAST(x'\(hex)' AS TEXT) -> '$' ->> '$')")
    return client.value("SELECT quote(value) FROM row") == fresh
  }

  /// Plays the recording at a new engine, and returns what differs then.
  func differenceOfReplay() async throws -> String? {
    try recorder.close()
    let replay = try Self.engine(folder, "replay.sqlite")
    let lines = try String(contentsOfFile: folder.path("recording.jsonl"), encoding: .utf8)
      .split(separator: "\n")
    for (index, line) in lines.enumerated() {
      try await replay.apply(FixtureLine(String(line), fixture: "recording", line: index + 1))
    }
    let copy = try SQLiteClient(path: folder.path("replay.sqlite"))
    let dump = "SELECT group_concat(quote(text), char(10)) FROM (SELECT text FROM kept ORDER BY id)"
    guard client.value(dump) == copy.value(dump) else { return "the stored messages" }
    return replay.snapshot.composition == engine.snapshot.composition ? nil : "the feed"
  }
}
