import FeedDefinition
import FeedEngine
import FeedFormatting
import FeedModel
import FeedSnapshots
import FeedStore
import Foundation
import TestSupport
import Testing

@Suite("Documents as rows")
struct DocumentRowTests {
  private static let schema = """
    CREATE TABLE event (id INTEGER PRIMARY KEY, name TEXT, status TEXT);
    INSERT INTO event VALUES (1, 'Ajax', 'live'), (2, 'Lyon', 'live'), (3, 'Roma', 'ended');
    """

  private let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
    _ = try folder.file("events.sql", Self.schema)
  }

  /// Opens a feed with a document of ads, and one section for each source.
  private func engine(
    _ sources: String,
    sections: String = "",
    items: String = "{ad: {title: \"{title}\"}, event: {title: \"{name}\"}}",
    store: Store.Location? = nil,
    database: String? = nil
  ) throws -> FeedEngine {
    let yaml = """
      feed: 1
      store: {\(database.map { "file: \($0)" } ?? "schema: events.sql")}
      sources: \(sources)
      sections: [{id: ads, source: ads, item: ad}, {id: events, source: events, item: event}, \(sections)]
      items: \(items)
      """
    return try FeedEngine(file: try folder.file("feed.yaml", yaml), store: store)
  }

  private func replace(
    _ ads: String,
    in engine: FeedEngine,
    line: Int = 1
  ) async throws -> FeedUpdate? {
    try await engine.apply(
      FixtureLine(#"{"at":0,"document":{"ads":\#(ads)}}"#, fixture: "f", line: line)
    )
  }

  private func titles(_ engine: FeedEngine, _ section: String = "ads") -> [String] {
    engine.snapshot.composition.sections.filter { $0.id.description.hasPrefix(section) }
      .flatMap { $0.items.map { $0.content["title"] ?? $0.content["name"] ?? .null } }
      .map(\.description)
  }

  @Test func `a document has a condition, an order, a limit and an offset`() async throws {
    let engine = try engine(
      """
      {ads: {document: ads, where: weight > 1, order: [weight DESC], limit: 2, offset: 1},
       events: {from: event}}
      """
    )
    _ = try await replace(
      """
      [{"id": "a", "title": "A", "weight": 2}, {"id": "b", "title": "B", "weight": 4},
       {"id": "c", "title": "C", "weight": 1}, {"id": "d", "title": "D", "weight": 3}]
      """,
      in: engine
    )
    #expect(titles(engine) == ["D", "A"])
  }

  @Test func `a document without an order is in the order of its list`() async throws {
    let engine = try engine("{ads: {document: ads}, events: {from: event}}")
    _ = try await replace(
      #"[{"id":3,"title":"x"},{"id":1,"title":"y"},{"id":"1","title":"z"}]"#,
      in: engine
    )
    #expect(titles(engine) == ["x", "y", "z"])
    let update = try await replace(
      #"[{"id":"1","title":"z"},{"id":3,"title":"x"},{"id":1,"title":"y"}]"#,
      in: engine,
      line: 2
    )
    #expect(titles(engine) == ["z", "x", "y"])
    #expect(update?.updates.moveItems.count == 1)
    #expect(update?.updates.reconfigureItems.isEmpty == true)
  }

  @Test func `the objects of a document fall into groups with aggregates`() async throws {
    let engine = try engine(
      """
      {ads: {document: ads, group: {by: kind, order: [kind DESC], title: kind}},
       events: {from: event}}
      """
    )
    _ = try await replace(
      """
      [{"id": 1, "title": "A", "kind": "x"}, {"id": 2, "title": "B", "kind": "y"},
       {"id": 3, "title": "C", "kind": "x"}]
      """,
      in: engine
    )
    #expect(titles(engine) == ["B", "A", "C"])
    #expect(
      engine.snapshot.composition.sections.map(\.id.description).prefix(2) == ["ads/y", "ads/x"]
    )
  }

  @Test func `a query reads a document by its name`() async throws {
    let engine = try engine(
      """
      {ads: {document: ads},
       events: {from: event, where: "id IN (SELECT event_id FROM ads WHERE is_shown)"}}
      """
    )
    #expect(titles(engine, "events") == [])
    _ = try await replace(
      """
      [{"id": "a", "title": "A", "event_id": 2, "is_shown": true},
       {"id": "b", "title": "B", "event_id": 1, "is_shown": false}]
      """,
      in: engine
    )
    #expect(titles(engine, "events") == ["Lyon"])
    _ = try await replace(
      #"[{"id":"b","title":"B","event_id":1,"is_shown":1}]"#,
      in: engine,
      line: 2
    )
    #expect(titles(engine, "events") == ["Ajax"])
  }

  @Test func `a name alone in a subquery is a column of the table, and with the document a field`()
    async throws
  {
    let engine = try engine(
      """
      {ads: {document: ads},
       events: {from: event, where: "EXISTS (SELECT 1 FROM ads AS a WHERE a.status = status AND name = club)"}}
      """
    )
    _ = try await replace(#"[{"id":"a","title":"A","status":"live","club":"Lyon"}]"#, in: engine)
    #expect(titles(engine, "events") == ["Lyon"])
  }

  @Test func `a document includes the rows that refer to its objects`() async throws {
    _ = try folder.file(
      "events.sql",
      """
      CREATE TABLE event (id INTEGER PRIMARY KEY, name TEXT, ad);
      INSERT INTO event VALUES (1, 'Ajax', 'a'), (2, 'Lyon', 'b'), (3, 'Roma', 'a');
      """
    )
    let engine = try engine(
      """
      {ads: {document: ads, aggregates: {events: {value: count(*), from: event, on: ad}}},
       events: {from: event}}
      """,
      items: "{ad: {title: \"{title}\", value: \"{events}\"}, event: {title: \"{name}\"}}"
    )
    _ = try await replace(#"[{"id":"a","title":"A"},{"id":"b","title":"B"}]"#, in: engine)
    let counts = engine.snapshot.composition.sections.first?.items.map { $0.content["events"] }
    #expect(counts == [.integer(2), .integer(1)])
  }

  @Test func `only changed rows are written, and only shown fields create a version`()
    async throws
  {
    let engine = try engine("{ads: {document: ads}, events: {from: event}}")
    _ = try await replace(#"[{"id":1,"title":"A"},{"id":2,"title":"B"}]"#, in: engine)
    #expect(
      try await replace(#"[{"id":1,"title":"A"},{"id":2,"title":"B"}]"#, in: engine, line: 2) == nil
    )
    let hidden = #"[{"id":1,"title":"A","clicks":7},{"id":2,"title":"B","clicks":9}]"#
    #expect(try await replace(hidden, in: engine, line: 3) == nil)
    let update = try await replace(
      #"[{"id":1,"title":"A"},{"id":2,"title":"C"}]"#,
      in: engine,
      line: 4
    )
    #expect(update?.updates.reconfigureItems.count == 1)
    #expect(titles(engine) == ["A", "C"])
  }

  @Test func `a document that cannot be read keeps its rows and an error, also after a restart`()
    async throws
  {
    let location = Store.Location.file(folder.path("store.sqlite"))
    let sources = "{ads: {document: ads, order: [title DESC]}, events: {from: event}}"
    let engine = try engine(sources, store: location)
    _ = try await replace(#"[{"id":1,"title":"A"},{"id":2,"title":"B"}]"#, in: engine)
    _ = try await replace(#"[{"id":1,"title":"X"},{"id":1,"title":"Y"}]"#, in: engine, line: 2)
    #expect(titles(engine) == ["B", "A"])
    #expect(engine.snapshot.status[0].problem?.contains("duplicate-id") == true)
    let version = engine.snapshot.version
    try await engine.close()

    let again = try self.engine(sources, store: location)
    #expect(titles(again) == ["B", "A"])
    #expect(again.snapshot.status[0].problem?.contains("duplicate-id") == true)
    #expect(again.snapshot.version == version)
    _ = try await replace(#"[{"id":1,"title":"X"}]"#, in: again, line: 3)
    #expect(titles(again) == ["X"])
    #expect(again.snapshot.status[0].problem == nil)
    try await again.close()
  }

  @Test func `a query over a document that cannot be read is as old as the document`() async throws
  {
    let engine = try engine(
      """
      {ads: {document: ads}, events: {from: event, where: "id IN (SELECT event_id FROM ads)"},
       clicked: {from: ads, where: clicks > 1}, other: {from: event}}
      """,
      sections: """
        {id: clicked, source: clicked, item: click}, {id: other, source: other, item: event}
        """,
      items: """
        {ad: {title: "{title}"}, event: {title: "{name}"}, click: {title: "{title}"}}
        """
    )
    _ = try await replace(#"[{"id":1,"title":"A","event_id":2,"clicks":3}]"#, in: engine)
    #expect(engine.snapshot.status.map(\.problem) == [nil, nil, nil, nil])
    _ = try await replace(#"[{"title":"A"}]"#, in: engine, line: 2)
    let problems = engine.snapshot.status.map(\.problem)
    #expect(problems[0]?.contains("missing-id") == true)
    #expect(problems == [problems[0], problems[0], problems[0], nil])
    #expect(titles(engine, "clicked") == ["A"])
    _ = try await replace(#"[{"id":1,"title":"A"}]"#, in: engine, line: 3)
    #expect(engine.snapshot.status.map(\.problem) == [nil, nil, nil, nil])
  }

  @Test func `a refused line leaves the rows of a document unchanged`() async throws {
    let engine = try engine("{ads: {document: ads}, events: {from: event}}")
    _ = try await replace(#"[{"id":1,"title":"A"}]"#, in: engine)
    let line = FixtureLine(
      #"{"at":0,"document":{"ads":[{"id":2,"title":"B"}],"none":[]}}"#,
      fixture: "f",
      line: 2
    )
    await #expect(throws: EngineError.self) { _ = try await engine.apply(line) }
    #expect(titles(engine) == ["A"])
    _ = try await replace(#"[{"id":1,"title":"A"},{"id":3,"title":"C"}]"#, in: engine, line: 2)
    #expect(titles(engine) == ["A", "C"])
  }

  @Test(arguments: [
    "UPDATE ads SET title = 'x'", "DELETE FROM ads", "INSERT INTO ads (id) VALUES (7)",
  ])
  func `SQL of a line cannot change the rows of a document`(_ sql: String) async throws {
    let engine = try engine("{ads: {document: ads}, events: {from: event}}")
    _ = try await replace(#"[{"id":1,"title":"A"}]"#, in: engine)
    let line = FixtureLine(#"{"at":0,"sql":["\#(sql)"]}"#, fixture: "f", line: 2)
    let error = await #expect(throws: StoreError.self) { _ = try await engine.apply(line) }
    #expect(error?.message.contains("'ads' is a document, and SQL cannot change its rows") == true)
    #expect(titles(engine) == ["A"])
  }

  @Test func `an existing database gets no table for a document`() async throws {
    let path = folder.path("others.sqlite")
    let store = try OwnedStore(at: .file(path), schema: SchemaSource(sql: Self.schema, name: "s"))
    try store.close()
    let engine = try engine(
      """
      {ads: {document: ads, where: weight > 1},
       events: {from: event, where: "id IN (SELECT id FROM ads)"}}
      """,
      database: path
    )
    _ = try await replace(
      #"[{"id":1,"title":"A","weight":1},{"id":2,"title":"B","weight":2}]"#,
      in: engine
    )
    #expect(titles(engine) == ["B"])
    #expect(titles(engine, "events") == ["Ajax", "Lyon"])
    let tables = try await engine.write { writer in
      let rows = try writer.prepare("SELECT count(*) FROM main.sqlite_schema WHERE name = 'ads'")
      defer { rows.reset() }
      _ = try rows.step()
      #expect(rows.integer(at: 0) == 0)
    }
    #expect(tables == nil)
    try await engine.close()
  }

  @Test(arguments: [
    ("event", "the document 'event' has the name of a table"),
    ("Shown", "the document 'Shown' has the name of a view"),
    ("feed_state", "the name 'feed_state' is reserved"),
    ("_rejected", "the name '_rejected' is reserved"),
    ("json_each", "the name 'json_each' is reserved"),
  ])
  func `a document cannot hide a table, a view or a name of the store`(
    _ name: String,
    _ message: String
  ) throws {
    _ = try folder.file("events.sql", Self.schema + "CREATE VIEW shown AS SELECT 1;")
    let error = #expect(throws: FeedFileErrors.self) {
      _ = try engine("{ads: {document: \(name)}, events: {from: event}}")
    }
    #expect(error?.description.contains(message) == true, "\(error?.description ?? "")")
  }

  @Test func `the place of an object is not its id`() throws {
    let error = #expect(throws: FeedFileErrors.self) {
      _ = try engine("{ads: {document: ads, id: _position}, events: {from: event}}")
    }
    #expect(error?.description.contains("reserved-name") == true)
  }

  @Test func `fields and keys of a document may have quotes and blanks in their names`()
    async throws
  {
    let engine = try engine(
      #"{ads: {document: ads, id: "a \"key", where: "\"my field\" > 1"}, events: {from: event}}"#
    )
    _ = try await replace(
      #"[{"a \"key":"x","title":"A","my field":2},{"a \"key":"y","title":"B","my field":1}]"#,
      in: engine
    )
    #expect(titles(engine) == ["A"])
  }

  @Test func `a member of an inner object is a field by its path`() async throws {
    let engine = try engine(
      "{ads: {document: ads, where: '\"by.weight\" > 1', order: ['\"by.name\" DESC']}, events: {from: event}}",
      items: """
        {ad: {title: "{by.name}", value: "{by.weight:0.0}", fields: [title], tone: {bad: '"by.weight" > 3'}},
         event: {title: "{name}"}}
        """
    )
    _ = try await replace(
      """
      [{"id": 1, "title": "A", "by": {"name": "x", "weight": 2}}, {"id": 2, "title": "B", "by": {"weight": 1}},
       {"id": 3, "title": "C", "by": {"name": "y", "weight": 4}}, {"id": 4, "title": "D", "by": null}]
      """,
      in: engine
    )
    let items = engine.snapshot.composition.sections[0].items
    #expect(items.map { $0.content["by.name"] } == ["y", "x"])
    #expect(items.map { $0.content["title"] } == ["C", "A"])
    let look = try FeedFile.load(path: folder.path("feed.yaml")).feed.items["ad"]
    #expect(items.map { ItemFace($0.content, appearance: look).tone } == [.bad, nil])
  }

  @Test func `an alert may name a field that no item shows`() throws {
    let yaml = """
      feed: 1
      sources: {ads: {document: ads}}
      sections: [{id: ads, source: ads, item: ad}]
      items: {ad: {title: "{title}"}}
      alerts: {heavy: {item: ad, when: '"by.weight" > 3 AND rank < 2'}}
      """
    let engine = try FeedEngine(file: try folder.file("alerts.yaml", yaml))
    let columns = engine.schema.table(named: "ads")?.columns.map(\.name) ?? []
    #expect(Set(["by.weight", "rank"]).isSubset(of: columns), "\(columns)")
  }

  @Test func `a misspelt name in the SQL of a document is a field that is NULL`() async throws {
    let engine = try engine("{ads: {document: ads, where: wieght IS NULL}, events: {from: event}}")
    _ = try await replace(#"[{"id":1,"title":"A","weight":1}]"#, in: engine)
    #expect(titles(engine) == ["A"])
  }

  @Test func `TRUE in the SQL of a document is the value, and not a field`() async throws {
    let engine = try engine("{ads: {document: ads, where: is_shown = TRUE}, events: {from: event}}")
    _ = try await replace(
      #"[{"id":1,"title":"A","is_shown":true},{"id":2,"title":"B","is_shown":false}]"#,
      in: engine
    )
    #expect(titles(engine) == ["A"])
  }
}
