import FeedDefinition
import FeedModel
import FeedStore
import TestSupport
import Testing

@testable import FeedEngine

/// Values that are known only when a statement runs: a time in a message that is `now`.
@Suite("The clock, in a feed that applies a log")
struct LogClockTests {
  private func engine(_ adapter: String) throws -> FeedEngine {
    let folder = try TemporaryDirectory()
    _ = try folder.file(
      "book.sql",
      "CREATE TABLE event (id INTEGER PRIMARY KEY, start TEXT);"
    )
    let path = try folder.file(
      "book.yaml",
      """
      feed: 1
      store: {schema: book.sql}
      sources:
        events: {from: event, where: "date(start) > '2000-01-01'", order: ["strftime('%s', start)"]}
      sections: [{id: events, source: events, item: event}]
      items: {event: {title: "{start}"}}
      adapters:
        odds: {sql: "INSERT INTO event (id, start) VALUES (:message ->> 'id', \(adapter))"}
      actions:
        begin:
          title: begin
          item: event
          set: {at: null}
          sql: UPDATE event SET start = datetime(:at) WHERE id = :id
      """
    )
    return try FeedEngine(file: FeedFile.load(path: path), store: .memory, followsLog: true)
  }

  /// Applies messages as entries of a log, and returns their outcomes.
  private func apply(_ messages: [String], _ engine: FeedEngine) async throws -> [String] {
    let entries = EntryTests.log(messages.map { FeedEntry(.message($0, adapter: "odds")) })
    return try await engine.apply(entries, of: "LOG").map { applied in
      switch applied.outcome {
      case .applied: "applied"
      case .repeated: "repeated"
      case .refused(let error, _): "\(error)"
      }
    }
  }

  private static let refused: [(adapter: String, message: String, what: String)] = [
    (
      "datetime(:message ->> 'at')", #"{"id":2,"at":"now"}"#,
      "'datetime' with 'now' reads the clock"
    ),
    (
      "datetime(:message ->> 'at')", #"{"id":2,"at":"NOW"}"#,
      "'datetime' with 'NOW' reads the clock"
    ),
    ("julianday(:message ->> 'at')", #"{"id":2,"at":"now"}"#, "'julianday' with 'now'"),
    ("unixepoch(:message ->> 'at')", #"{"id":2,"at":"now"}"#, "'unixepoch' with 'now'"),
    ("strftime('%H', :message ->> 'at')", #"{"id":2,"at":"now"}"#, "'strftime' with 'now'"),
    ("date('20' || '26-01-01', :message ->> 'at')", #"{"id":2,"at":"localtime"}"#, "time zone"),
    ("time('12:00', :message ->> 'at')", #"{"id":2,"at":"utc"}"#, "machine's time zone"),
    ("datetime(CAST(:message ->> 'at' AS BLOB))", #"{"id":2,"at":"now"}"#, "'datetime' with 'now'"),
  ]

  @Test(arguments: refused.indices)
  func `every replica refuses a message whose time is 'now'`(index: Int) async throws {
    let row = Self.refused[index]
    let engine = try engine(row.adapter)
    let good = [#"{"id":1,"at":"2026-01-01"}"#, row.message, #"{"id":3,"at":"2026-01-01"}"#]
    let outcomes = try await apply(good, engine)
    #expect(outcomes.count == 3)
    #expect(outcomes[1].contains("error[non-deterministic]"), "\(outcomes)")
    #expect(outcomes[1].contains(row.what), "\(outcomes)")
    #expect(
      outcomes[1].contains(
        "hint: pass the time in: ':now' in an action, or a member of the message"
      )
    )
    #expect(outcomes[2] == "applied")
    try await engine.close()
  }

  @Test func `an action with the value 'now' is refused`() async throws {
    let engine = try engine("datetime(:message ->> 'at')")
    let entries = EntryTests.log([
      FeedEntry(.message(#"{"id":1,"at":"2026-01-01"}"#, adapter: "odds")),
      FeedEntry(.action("begin", target: "event/1", values: ["at": .text("now")])),
      FeedEntry(.action("begin", target: "event/1", values: ["at": .text("2026-02-03")])),
    ])
    let applied = try await engine.apply(entries, of: "LOG")
    guard case .refused(let error, nil) = applied[1].outcome else {
      Issue.record("\(applied[1].outcome)")
      return
    }
    #expect("\(error)".contains("reads the clock"), "\(error)")
    guard case .applied = applied[2].outcome else {
      Issue.record("\(applied[2].outcome)")
      return
    }
    try await engine.close()
  }
}
