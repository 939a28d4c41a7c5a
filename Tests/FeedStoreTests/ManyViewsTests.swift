import FeedModel
import FeedStore
import Testing

/// Schemas whose views SQLite cannot compile in reasonable time.
@Suite("Views upon views")
struct ManyViewsTests {
  /// Returns nested views: each refers twice to the one below, so the queries double at each level.
  private static func schema(_ count: Int, and more: String = "") -> SchemaSource {
    let views = (1...count).map { number in
      "CREATE VIEW v\(number) AS SELECT a.id, b.name FROM v\(number - 1) a "
        + "JOIN v\(number - 1) b ON a.id = b.id;"
    }
    return SchemaSource(
      sql: """
        CREATE TABLE sport (id INTEGER PRIMARY KEY, name TEXT);
        CREATE TABLE pair (a INTEGER, b INTEGER, PRIMARY KEY (a, b)) WITHOUT ROWID;
        CREATE VIEW v0 AS SELECT id, name FROM sport;
        \(views.joined(separator: "\n"))
        \(more)
        """,
      name: "views.sql"
    )
  }

  @Test func `a schema with thirty nested views is read without resolving them`() throws {
    let store = try Store(at: .memory, schema: Self.schema(30))
    #expect(store.schema.tables.map(\.name) == ["pair", "sport"])
    #expect(store.schema.tables.map(\.isWithoutRowID) == [true, false])
  }

  @Test func `a statement that names a view with too many queries is rejected`() throws {
    let store = try Store(at: .memory, schema: Self.schema(30))
    let error = #expect(throws: StoreError.self) {
      try store.withWriter { _ = try $0.inspect("SELECT name FROM V30 WHERE id = 1") }
    }
    #expect(
      error?.description == """
        error[sql]: view 'v30' contains more than 1000 queries, including those of its views
          hint: use each view only once in another view, or store its rows in a table
        """
    )
    let facts = try store.withWriter { try $0.inspect("SELECT name FROM v4") }
    #expect(Set(facts.columnsRead.map(\.table)) == [1])
  }

  @Test func `a trigger that names such a view is rejected at its declaration`() throws {
    func schema(_ view: String) -> SchemaSource {
      let body = "SELECT name FROM \(view);"
      return Self.schema(
        30,
        and: "CREATE TRIGGER note AFTER INSERT ON sport BEGIN \(body) END;"
      )
    }
    let error = #expect(throws: StoreError.self) {
      _ = try Store(at: .memory, schema: schema("V30"))
    }
    #expect(
      error?.description == """
        views.sql:34:1: error[sql]: view 'v30', which trigger 'note' names, contains more than 1000 \
        queries, including those of its views
          hint: use each view only once in another view, or store its rows in a table
        """
    )
    let store = try Store(at: .memory, schema: schema("v4"))
    try store.withWriter { try $0.run("INSERT INTO sport VALUES (1, 'Golf')") }
  }
}
