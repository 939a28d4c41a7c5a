import FeedSnapshots
import GRDB
import TestSupport
import Testing

@testable import FeedStore

/// The store takes the place of GRDB's authorizer; GRDB must not mind.
@Suite("Beside GRDB")
struct GRDBTests {
  private struct Cancelled: Error {}

  let store: Store

  init() throws {
    store = try memoryStore(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, v); INSERT INTO t VALUES (1, 1)"
    )
  }

  @Test func `GRDB's transactions, savepoints and fetches work, and their changes are seen`() throws
  {
    try store.database.write { database in
      try database.execute(sql: "INSERT INTO t VALUES (2, 2), (3, 3)")
      try database.inSavepoint {
        try database.execute(sql: "DELETE FROM t WHERE id = 1")
        return .rollback
      }
    }
    #expect(throws: Cancelled.self) {
      try store.database.write { database in
        try database.execute(sql: "DELETE FROM t")
        throw Cancelled()
      }
    }
    let ids = try store.database.read { try Int.fetchAll($0, sql: "SELECT id FROM t ORDER BY id") }
    #expect(ids == [1, 2, 3])
    let changes = try store.withWriter { $0.takeChanges() }
    #expect(
      changes.tables.first.map { Set($0.keys).isSuperset(of: [.integer(2), .integer(3)]) } == true
    )
  }

  @Test func `a statement of GRDB's that was compiled before deletes row by row`() throws {
    try store.database.writeWithoutTransaction { database in
      _ = try database.cachedStatement(sql: "DELETE FROM t")
    }
    try store.withWriter { _ = try $0.inspect("SELECT v FROM t") }
    try store.database.writeWithoutTransaction { database in
      try database.cachedStatement(sql: "DELETE FROM t").execute()
    }
    #expect(keys(try store.withWriter { $0.takeChanges() }, in: store.schema) == ["t/1"])
  }

  @Test func `GRDB's transaction observers are told of our commits`() throws {
    let observer = CommitCounter()
    store.database.add(transactionObserver: observer)
    _ = try store.changing("UPDATE t SET v = 2")
    _ = try store.database.write { try $0.execute(sql: "UPDATE t SET v = 3") }
    #expect(observer.commits >= 1)
    #expect(try store.changing("DELETE FROM t") == ["t/1"])
  }
}

private final class CommitCounter: TransactionObserver {
  var commits = 0
  func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool { true }
  func databaseDidChange(with event: DatabaseEvent) {}
  func databaseDidCommit(_ db: Database) { commits += 1 }
  func databaseDidRollback(_ db: Database) {}
}

extension GRDBTests {
  @Test func `P14 content that a backup has replaced is noticed`() throws {
    let folder = try TemporaryDirectory()
    let path = folder.path("a.sqlite")
    let source = SchemaSource(sql: "CREATE TABLE t (id INTEGER PRIMARY KEY, v)", name: "t.sql")
    let store = try Store(at: .file(path), schema: source)
    try store.run("INSERT INTO t VALUES (1, 0)")
    _ = try store.withWriter { $0.takeChanges() }
    try DatabaseQueue(path: path).backup(to: DatabaseQueue(path: folder.path("b.sqlite")))
    let copy = try DatabaseQueue(path: folder.path("b.sqlite"))
    try copy.write { try $0.execute(sql: "UPDATE t SET v = 1; INSERT INTO t VALUES (2, 2)") }
    try copy.backup(to: DatabaseQueue(path: path))
    #expect(try store.withWriter { try $0.hasOutsideChanges() })
    #expect(try store.withWriter { $0.takeChanges() }.needsFullRefresh)
    #expect(try store.rows("SELECT id, v FROM t") == ["1 1", "2 2"])
  }
}
