import FeedModel
import FeedStore
import Testing

@Suite("Statements")
struct StatementTests {
  let store: Store

  init() throws { store = try memoryStore("CREATE TABLE t (id INTEGER PRIMARY KEY, v)") }

  static let values: [Value] = [
    .null, 0, .integer(.min), .integer(.max), 0.5, -0.0, .real(.infinity), "", "é", "e\u{301}",
    "a\0b", .blob([]), .blob([0, 255]), .text(Text(String(repeating: "x", count: 100_000))),
  ]

  @Test(arguments: values)
  func `a value is read unchanged after it was bound`(value: Value) throws {
    try store.withWriter { writer in
      let statement = try writer.prepare("SELECT ?1, typeof(?1), ?2")
      statement.bind(value, at: 1)
      statement.bind(ObjectKey([value]), at: 2)
      #expect(try statement.step())
      #expect(statement.value(at: 0) == value)
      #expect(statement.key(at: 2) == ObjectKey([value]))
      #expect(statement.isNull(at: 0) == (value == .null))
      #expect(try !statement.step())
    }
  }

  @Test func `a literal is bound without naming its type`() throws {
    try store.withWriter { writer in
      let statement = try writer.prepare("SELECT ?1, ?2, ?3, ?4")
      statement.bind(5, at: 1)
      statement.bind(0.5, at: 2)
      statement.bind("x", at: 3)
      statement.bind([1, 2], at: 4)
      #expect(try statement.step())
      #expect((0..<4).map { statement.value(at: $0) } == [5, 0.5, "x", .blob([1, 2])])
    }
  }

  @Test func `NaN is stored as NULL`() throws {
    try store.withWriter { writer in
      let statement = try writer.prepare("SELECT ?1")
      statement.bind(Double.nan, at: 1)
      #expect(try statement.step())
      #expect(statement.isNull(at: 0))
      statement.reset()
    }
  }

  @Test func `a statement runs again with other values`() throws {
    try store.withWriter { writer in
      let insert = try writer.prepare("INSERT INTO t VALUES (?1, :v)")
      #expect(!insert.isReadOnly)
      #expect(insert.columnCount == 0)
      #expect(insert.parameterCount == 2)
      let place = try #require(insert.parameterIndex(of: ":v"))
      for id in 1...3 {
        insert.bind(Int64(id), at: 1)
        if id < 3 { insert.bind("v\(id)", at: place) } else { insert.clearBindings() }
        if id < 3 { try insert.run() }
      }
      let select = try writer.prepare("SELECT id, v FROM t WHERE id >= ?1 ORDER BY id")
      #expect(select.isReadOnly)
      #expect(select.columnNames == ["id", "v"])
      select.bind(Int64(1), at: 1)
      #expect(try select.step())
      select.reset()
      select.bind(Int64(2), at: 1)
      #expect(try select.step())
      #expect(select.integer(at: 0) == 2)
      #expect(select.text(at: 1) == "v2")
      #expect(try !select.step())
    }
  }

  @Test func `rows are read as contents that share a shape`() throws {
    try store.run("INSERT INTO t VALUES (1, 'a'), (2, NULL)")
    let table = try #require(store.schema.table(named: "t"))
    try store.withWriter { writer in
      let rows = try writer.prepare("SELECT 0, \(table.selectList(alias: "x")) FROM t AS x")
      #expect(try rows.step())
      let first = rows.content(shape: table.shape, at: 1)
      #expect(first["id"] == 1)
      #expect(first["v"] == "a")
      #expect(try rows.step())
      let second = rows.content(shape: table.shape, at: 1)
      #expect(second.values == [2, .null])
      #expect(first.shape === second.shape)
      rows.reset()
    }
  }

  @Test func `a compound key is bound and read value by value`() throws {
    try store.withWriter { writer in
      let statement = try writer.prepare("SELECT ?1, ?2, ?3")
      let key = ObjectKey([1, "a"])
      #expect(statement.bind(key, at: 1) == 3)
      #expect(try statement.step())
      #expect(statement.key(at: 0, count: 2) == key)
      statement.reset()
    }
  }

  @Test func `a failed statement reports its error, text and code, and can run again`()
    throws
  {
    try store.withWriter { writer in
      let insert = try writer.prepare("INSERT INTO t VALUES (1, 1)")
      try insert.run()
      let error = storeError { try insert.run() }
      #expect(error?.code == .constraint)
      #expect(error?.failure?.code == 1555)
      #expect(error?.failure?.primaryCode == 19)
      #expect(error?.message == "UNIQUE constraint failed: t.id, in: INSERT INTO t VALUES (1, 1)")
      try writer.run("DELETE FROM t")
      try insert.run()
    }
  }

  @Test func `a nested request for the writer stops the program`() async {
    await #expect(processExitsWith: .failure) {
      let store = try memoryStore("CREATE TABLE t (id INTEGER PRIMARY KEY)")
      try store.withWriter { _ in try store.withWriter { _ in } }
    }
  }
}
