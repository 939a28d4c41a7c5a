import FeedSnapshots
import FeedStore
import GRDB
import TestSupport
import Testing

/// What others do to the file through GRDB.
@Suite("Beside GRDB")
struct GRDBTests {
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
