import FeedModel
import FeedStore
import Testing

/// Schemas whose views SQLite cannot compile in any reasonable time.
@Suite("Views upon views")
struct ManyViewsTests {
  /// Views that each refer twice to the one below: the last stands for 2 to the power of `count` queries.
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

  @Test func `a schema with thirty views upon views is read without looking into them`() throws {
    let store = try Store(at: .memory, schema: Self.schema(30))
    #expect(store.schema.tables.map(\.name) == ["pair", "sport"])
    #expect(store.schema.tables.map(\.isWithoutRowID) == [true, false])
  }

  @Test func `a statement that names a view of too many queries is refused`() throws {
    let store = try Store(at: .memory, schema: Self.schema(30))
    let error = #expect(throws: StoreError.self) {
      try store.withWriter { _ = try $0.inspect("SELECT name FROM V30 WHERE id = 1") }
    }
    #expect(
      error?.description == """
        error[sql]: view 'v30' stands for more than 1000 queries, those in its views counted
          hint: name each view once in the one above it, or keep what it computes in a table
        """
    )
    let facts = try store.withWriter { try $0.inspect("SELECT name FROM v4") }
    #expect(Set(facts.columnsRead.map(\.table)) == [1])
  }

  @Test func `a trigger that names such a view is refused where it is declared`() throws {
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
        views.sql:34:1: error[sql]: view 'v30', which trigger 'note' names, stands for more than 1000 \
        queries, those in its views counted
          hint: name each view once in the one above it, or keep what it computes in a table
        """
    )
    let store = try Store(at: .memory, schema: schema("v4"))
    try store.withWriter { try $0.run("INSERT INTO sport VALUES (1, 'Golf')") }
  }
}
