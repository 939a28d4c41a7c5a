import Baselines
import FeedModel
import FeedQueries
import FeedSnapshots
import FeedStore
import Measuring

/// A value and a key that differ from step to step; a row moves far, in a small list as in a large one.
func pair(_ step: Int, _ events: Int, _ run: Int) -> (Int64, Int64) {
  (
    Int64(mixed(step + run * 1_000_003) % max(events, 1000)),
    Int64((step * 31 + run) % events + 1)
  )
}

/// Runs commits through live queries.
struct LiveWrites {
  let live: LiveQueries
  let sql: String

  init(_ live: LiveQueries, _ sql: String) throws {
    self.live = live
    self.sql = sql
  }

  func run(commits: Int, rows: Int, events: Int, run: Int) throws {
    for commit in 0..<commits {
      try live.write { writer in
        let statement = try writer.cached(sql)
        for row in 0..<rows {
          let (value, key) = pair(commit * rows + row, events, run)
          statement.bind(value, at: 1)
          statement.bind(key, at: 2)
          try statement.run()
        }
      }
    }
  }

  /// The ids that the first query shows, in their order.
  var ids: [Int64] {
    live.snapshot.results[0].sections.sections.flatMap { section in
      section.items.map { item in
        if case .integer(let id)? = item.id.key.values.first { id } else { -1 }
      }
    }
  }
}

/// Runs the same commits through SQLite alone.
struct BareWrites {
  let connection: BareConnection
  let statement: BareConnection.Statement

  init(events: Int, _ sql: String) throws {
    connection = try BareConnection(schema: EventTables.schema(events: events))
    statement = try connection.prepare(sql)
  }

  func run(commits: Int, rows: Int, events: Int, run: Int) throws {
    for commit in 0..<commits {
      try connection.transaction {
        for row in 0..<rows {
          let (value, key) = pair(commit * rows + row, events, run)
          try connection.run(statement, with: value, key)
        }
      }
    }
  }
}

/// What some writes have come to: all rows of both tables, and what the query shows of them.
struct EventOutcome: Equatable {
  let rows: [String]
  let ids: [Int64]

  /// Sums that tell any two states apart that the writes lead to.
  private static let digest = """
    SELECT count(*), sum(starts_at), sum(starts_at * (id % 1009)), sum(viewers),
      sum(CAST(odds * 100 AS INTEGER) * (id % 1013)), sum(sport_id * (id % 1019)) FROM event
    UNION ALL SELECT count(*), sum(display_order * id), sum(is_active), 0, 0, 0 FROM sport
    """

  /// What live queries show, and the rows below them.
  init(_ writes: LiveWrites, ids: Bool = true) throws {
    rows = try writes.live.store.withWriter { writer in
      let statement = try writer.prepare(Self.digest)
      var rows: [String] = []
      while try statement.step() {
        rows.append(
          (0..<statement.columnCount).map { statement.text(at: $0) }.joined(separator: "|")
        )
      }
      return rows
    }
    self.ids = ids ? writes.ids : []
  }

  /// The rows of SQLite alone, and what a query finds in them.
  init(_ bare: BareWrites, ids: String? = EventTables.liveIDs) throws {
    rows = try bare.connection.rows(of: Self.digest)
    self.ids = try ids.map { try bare.connection.integers(of: $0) } ?? []
  }
}
