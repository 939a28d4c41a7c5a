import FeedModel
import FeedStore
import Foundation
import TestSupport
import Testing

@Suite("Other programs at the same store")
struct OutsideTests {
  private static let source = SchemaSource(
    sql: "CREATE TABLE t (id INTEGER PRIMARY KEY, v); INSERT INTO t VALUES (1, 0)",
    name: "t.sql"
  )
  let folder: TemporaryDirectory
  let store: Store
  let other: Store

  init() throws {
    folder = try TemporaryDirectory()
    store = try Store(at: .file(folder.path("a.sqlite")), schema: Self.source)
    other = try Store(at: .file(folder.path("a.sqlite")), schema: Self.source)
  }

  @Test func `P15 a commit of another connection requests a full refresh`() throws {
    #expect(try !store.withWriter { try $0.hasOutsideChanges() })
    #expect(try other.changing("UPDATE t SET v = 1") == ["t/1"])
    #expect(try store.withWriter { try $0.hasOutsideChanges() })
    #expect(try store.withWriter { $0.takeChanges() }.needsFullRefresh)
    #expect(try !store.withWriter { try $0.hasOutsideChanges() })
    #expect(try store.withWriter { $0.takeChanges() }.isEmpty)
    #expect(try store.rows("SELECT v FROM t") == ["1"])
  }

  @Test func `P15 a transaction notices other programs by itself`() throws {
    for round in 1...3 {
      _ = try other.changing("UPDATE t SET v = v + 1")
      for isFirst in [true, false] {
        let changes = try store.withWriter { writer in
          try writer.transaction {
            try $0.run("INSERT INTO t VALUES (\(isFirst ? 10 : 20) + \(round), 0)")
          }
        }
        #expect(changes.needsFullRefresh == isFirst)
        #expect(changes.tables.count == 1)
      }
    }
  }

  @Test func `P15 a rollback keeps the changes of other programs`() throws {
    _ = try other.changing("UPDATE t SET v = 1")
    #expect(storeError { _ = try store.changing("INSERT INTO t VALUES (1, 1)") } != nil)
    #expect(try store.withWriter { $0.takeChanges() }.needsFullRefresh)
  }

  @Test func `the store's own commits are not treated as those of other programs`() throws {
    for round in 2...5 {
      try store.run("INSERT INTO t VALUES (\(round), 0)")
      #expect(try !store.withWriter { try $0.hasOutsideChanges() })
      let changes = try store.withWriter {
        try $0.transaction { try $0.run("UPDATE t SET v = v + 1") }
      }
      #expect(!changes.needsFullRefresh)
    }
    try store.run("VACUUM")
    #expect(try !store.withWriter { try $0.transaction { _ in } }.needsFullRefresh)
  }

  @Test func `a change of the schema by another program is followed`() throws {
    try other.run("DROP TABLE t; CREATE TABLE t (v AS (id || 1), id TEXT PRIMARY KEY)")
    let changes = try store.withWriter {
      try $0.transaction { try $0.run("INSERT INTO t VALUES ('a')") }
    }
    #expect(changes.needsFullRefresh)
    #expect(try store.changing("INSERT INTO t VALUES ('b')").contains("t/b"))
  }

  @Test func `many callers use the store one after the other`() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask { [store] in
          for _ in 0..<25 { _ = try store.changing("UPDATE t SET v = v + 1 WHERE id = 1") }
        }
      }
      try await group.waitForAll()
    }
    #expect(try store.rows("SELECT v FROM t") == ["200"])
  }

  @Test func `a killed program loses no committed change`() async throws {
    let path = folder.path("killed.sqlite")
    await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
      let store = try Store(
        at: .file(path),
        schema: SchemaSource(sql: "CREATE TABLE t (id INTEGER PRIMARY KEY, v)", name: "t.sql")
      )
      try store.withWriter { writer in
        for line in 1...38 {
          _ = try writer.transaction { writer in
            try writer.run("INSERT INTO t VALUES (\(line), 0)")
            try writer.setPosition(fixture: "f", line: line)
            if line == 38 { kill(getpid(), SIGKILL) }
          }
        }
      }
    }
    let store = try Store(
      at: .file(path),
      schema: SchemaSource(sql: "CREATE TABLE t (id INTEGER PRIMARY KEY, v)", name: "t.sql")
    )
    #expect(try store.rows("SELECT count(*), max(id) FROM t") == ["37 37"])
    #expect(try store.withWriter { try $0.position(of: "f")?.line } == 37)
  }
}
