import FeedModel
import FeedStore
import TestSupport
import Testing

/// Changes of the file through SQLite's backup interface.
@Suite("A backup")
struct BackupTests {
  @Test func `P14 a replacement of the content by a backup is noticed`() throws {
    let folder = try TemporaryDirectory()
    let path = folder.path("a.sqlite")
    let source = SchemaSource(sql: "CREATE TABLE t (id INTEGER PRIMARY KEY, v)", name: "t.sql")
    let store = try Store(at: .file(path), schema: source)
    try store.run("INSERT INTO t VALUES (1, 0)")
    _ = try store.withWriter { $0.takeChanges() }
    try SQLiteClient(path: path).backUp(to: folder.path("b.sqlite"))
    let copy = try SQLiteClient(path: folder.path("b.sqlite"))
    try copy.run("UPDATE t SET v = 1; INSERT INTO t VALUES (2, 2)")
    try copy.backUp(to: path)
    #expect(try store.withWriter { try $0.hasOutsideChanges() })
    #expect(try store.withWriter { $0.takeChanges() }.needsFullRefresh)
    #expect(try store.rows("SELECT id, v FROM t") == ["1 1", "2 2"])
  }
}
