import FeedDefinition
import FeedFormatting
import FeedModel
import FeedSnapshots
import FeedStore

@testable import FeedEngine
@testable import FeedQueries

/// A feed of any size with counters of its work for each change.
struct CountedFeed {
  let core: EngineCore
  let events: Int

  private static func schema(events: Int, sports: Sports) -> String {
    """
    CREATE TABLE sport (
      id INTEGER PRIMARY KEY, name TEXT NOT NULL, display_order INTEGER NOT NULL);
    CREATE TABLE event (
      id INTEGER PRIMARY KEY, sport_id INTEGER NOT NULL REFERENCES sport ON DELETE CASCADE,
      name TEXT NOT NULL, status TEXT NOT NULL, starts_at INTEGER NOT NULL, note TEXT);
    CREATE TABLE market (
      id INTEGER PRIMARY KEY, event_id INTEGER NOT NULL REFERENCES event ON DELETE CASCADE,
      name TEXT NOT NULL, price REAL NOT NULL);
    CREATE INDEX event_sport ON event(sport_id\(sports == .absent ? "" : ", status"));
    CREATE INDEX market_event ON market(event_id);
    CREATE TABLE betslip (id INTEGER PRIMARY KEY, market_id INTEGER);
    WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 10)
      INSERT INTO sport SELECT x, 'Sport ' || x, x * 10 FROM n;
    WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < \(events))
      INSERT INTO event SELECT x, x % 10 + 1, 'Event ' || x,
        CASE WHEN x % 4 = 0 THEN 'live' ELSE 'scheduled' END, x * 7919 % \(events), NULL FROM n;
    WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < \(2 * events))
      INSERT INTO market SELECT x, (x + 1) / 2, 'Market ' || x, 1.5 FROM n;
    """
  }

  /// The sports in the feed.
  enum Sports {
    /// Sports are not shown.
    case absent
    /// Rows of sports show their columns.
    case plain
    /// Rows of sports, and titles of live groups, also show the number of live events.
    case counted
  }

  /// The number of live events of a sport.
  private static let liveEvents = Aggregate(
    "live_events",
    "nullif(count(*), 0)",
    from: "event",
    on: "sport_id",
    filter: "status = 'live'"
  )

  /// Creates a feed.
  ///
  /// - Parameters:
  ///   - sports: Whether and how sports are shown.
  ///   - items: The appearance of items; without it, they show all columns.
  /// - Throws: The error of the store.
  init(
    events: Int,
    sports: Sports = .absent,
    items: [String: ItemAppearance] = [:]
  ) throws {
    self.events = events
    let aggregates = sports == .counted ? [Self.liveEvents] : []
    let isShowingSports = sports != .absent
    func source(_ id: Name, _ filter: String) -> SourceDeclaration {
      SourceDeclaration(
        id: id,
        kind: .query(
          LiveQuery(
            from: "event",
            filter: filter,
            order: ["starts_at"],
            group: Grouping(
              by: "sport_id",
              order: ["sport.display_order"],
              title: "sport.name",
              aggregates: id == "live" ? aggregates : []
            ),
            include: [
              Inclusion("markets", LiveQuery(from: "market", order: ["id"]), on: "event_id")
            ]
          )
        )
      )
    }
    let template = ObjectTemplate(items: [
      .item(kind: "event-header"),
      .each(
        ChildrenTemplate(
          include: "markets",
          template: ObjectTemplate(items: [.item(kind: "market")])
        )
      ),
    ])
    let rows = SourceDeclaration(
      id: "sports",
      kind: .query(LiveQuery(from: "sport", order: ["name"], aggregates: aggregates))
    )
    let chips = SectionDeclaration(
      id: "sports",
      source: "sports",
      template: ObjectTemplate(items: [.item(kind: "sport")])
    )
    let title = try TextTemplate(sports == .counted ? "{title} ({live_events})" : "{title}")
    core = try EngineCore(
      feed: Feed(
        schema: SchemaReference(
          path: "counted.sql",
          sql: Self.schema(events: events, sports: sports)
        ),
        sources: [source("standard", "status = 'scheduled'"), source("live", "status = 'live'")]
          + (isShowingSports ? [rows] : []),
        sections: [
          SectionDeclaration(id: "standard", source: "standard", template: template),
          SectionDeclaration(id: "live", source: "live", title: title, template: template),
        ] + (isShowingSports ? [chips] : []),
        items: items
      ),
      store: .memory
    )
  }

  /// Returns the average work of commits of one statement each.
  ///
  /// - Throws: The error of the store.
  func work(_ sql: String, _ values: [(Value, Value)]) throws -> Thresholds.Counts {
    let statement = try core.store.withWriter { try $0.prepare(sql) }
    func run(_ pair: (Value, Value)) throws -> FeedUpdate? {
      try core.commit { _ in
        statement.bind(pair.0, at: 1)
        statement.bind(pair.1, at: 2)
        try statement.run()
      }
    }
    // The first run prepares everything that is created at its first use.
    _ = try run(values[0])
    _ = try core.store.withWriter { $0.takeWork() }
    let rowsBefore = core.evaluator.queries.rowsRead
    var nodes = 0
    var operations = 0
    for pair in values.dropFirst() {
      let before = core.snapshot.composition
      let update = try run(pair)
      operations += update?.updates.operationCount ?? 0
      nodes += core.snapshot.composition.nodeCount(notSharedWith: before)
    }
    let work = try core.store.withWriter { $0.takeWork() }
    let count = Double(values.count - 1)
    return [
      "statements run": Double(work.runs) / count,
      "instructions of SQLite's machine": Double(work.instructions) / count,
      "rows scanned without an index": Double(work.scanned) / count,
      "sorts": Double(work.sorts) / count,
      "rows read again": Double(core.evaluator.queries.rowsRead - rowsBefore) / count,
      "nodes of the snapshot copied": Double(nodes) / count,
      "operations of the batch": Double(operations) / count,
    ]
  }
}
