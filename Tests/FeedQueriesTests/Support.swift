import FeedModel
import FeedQueries
import FeedSnapshots
import FeedStore
import Synchronization

/// The leagues and events that the scenarios are about.
enum Leagues {
  static let schema = """
    CREATE TABLE league (id INTEGER PRIMARY KEY, name TEXT, ord INTEGER);
    CREATE TABLE event (
      id INTEGER PRIMARY KEY, league INTEGER REFERENCES league ON DELETE CASCADE, name TEXT,
      start INTEGER, live INTEGER, odds REAL
    );
    """
  static let live = LiveQuery(
    from: "event",
    filter: "live = 1",
    order: ["start"],
    group: Grouping(by: "league", order: ["league.ord"], title: "league.name")
  )

  /// Live queries over leagues and events with some rows.
  static func queries(
    _ sql: String = "",
    _ queries: [LiveQueries.Registration] = [.init("QL", live)]
  ) throws -> LiveQueries {
    try liveQueries(schema + sql, queries)
  }
}

/// Live queries in memory over the tables of some SQL.
func liveQueries(_ sql: String, _ queries: [LiveQueries.Registration]) throws -> LiveQueries {
  try LiveQueries(
    at: .memory,
    schema: SchemaSource(sql: sql, name: "test.sql"),
    queries: queries
  )
}

extension LiveQueries {
  /// The rows of the only query, or of a named one, in the form `1[3 1] 2[2]`.
  func shape(_ name: String? = nil) -> String {
    (name.map { snapshot[$0] } ?? snapshot.results.first)?.shape ?? ""
  }
}

extension LiveResult {
  /// The rows in the form in which the scenarios are written: `1[3 1] 2[2]`.
  var shape: String {
    sections.sections.map { section in
      "\(section.id)[\(section.items.map(\.id.key.description).joined(separator: " "))]"
    }.joined(separator: " ")
  }
}

/// The printed error of a refused registration; empty if the registration succeeds.
func refusal(_ schema: String, _ query: LiveQuery) -> String {
  do {
    _ = try liveQueries(schema, [.init("q", query)])
    return ""
  } catch {
    return "\(error)"
  }
}

/// Lines written from any thread.
final class Lines: Sendable {
  /// Guarded by the mutex.
  private let lines = Mutex<[String]>([])

  func add(_ line: String) { lines.withLock { $0.append(line) } }
  var all: [String] { lines.withLock { $0 } }
}
