import FeedDefinition
import FeedEngine
import FeedLog
import FeedStore
import Foundation

/// A replica of a small feed, in this process.
struct BenchReplica {
  let engine: FeedEngine
  let replica: Replica
  private let log: JetStreamLog
  private let running: Task<Void, any Error>

  /// Opens one on an empty store, and begins to run it.
  ///
  /// - Throws: What keeps it from running.
  init(_ name: String, of stream: String, on server: LogServer, in workshop: Workshop) async throws
  {
    let file = try FeedFile.load(path: Self.feed(in: workshop))
    engine = try FeedEngine(
      file: file,
      store: .file(workshop.path("\(name).sqlite")),
      followsLog: true
    )
    log = try await server.open(stream)
    let replica = try await Replica(engine, on: log, id: name, feed: ["book"])
    self.replica = replica
    running = Task { try await replica.run() }
  }

  /// Stops it.
  func end() async throws {
    running.cancel()
    _ = await running.result
    try await engine.close()
    await log.close()
  }

  /// An entry that sets the price of one of five hundred teams.
  static func entry(_ number: Int) -> FeedEntry {
    let row = #"{"id":\#(number % 500),"name":"Team \#(number % 500)","price":\#(number)}"#
    return FeedEntry(.message(#"{"upsert":{"team":[\#(row)]}}"#, adapter: nil))
  }

  private static func feed(in workshop: Workshop) throws -> String {
    try """
    CREATE TABLE team (id INTEGER PRIMARY KEY, name TEXT NOT NULL, price REAL NOT NULL);
    """.write(toFile: workshop.path("book.sql"), atomically: true, encoding: .utf8)
    let path = workshop.path("book.yaml")
    try """
    feed: 1
    store: {schema: book.sql}
    sources: {teams: {from: team, order: [id]}}
    sections: [{id: teams, source: teams, item: team}]
    items: {team: {title: "{name}", value: "{price}"}}
    """.write(toFile: path, atomically: true, encoding: .utf8)
    return path
  }
}
