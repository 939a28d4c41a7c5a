import CSQLiteBare
import Foundation

/// SQLite alone: what every engine over it pays for its writes.
final class Bare {
  private var database: OpaquePointer?
  private var statements: [String: OpaquePointer] = [:]

  init(path: String, schema: String) {
    check(sqlite3_open(path, &database))
    run("PRAGMA foreign_keys = ON")
    if path != ":memory:" { run("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL") }
    run(schema)
  }

  func run(_ sql: String) {
    check(sqlite3_exec(database, sql, nil, nil, nil))
  }

  /// Runs a statement, prepared once, with some integers.
  func step(_ sql: String, _ values: Int64...) {
    var statement = statements[sql]
    if statement == nil {
      check(sqlite3_prepare_v2(database, sql, -1, &statement, nil))
      statements[sql] = statement
    }
    for (index, value) in values.enumerated() {
      check(sqlite3_bind_int64(statement, Int32(index + 1), value))
    }
    while sqlite3_step(statement) == SQLITE_ROW {}
    check(sqlite3_reset(statement))
  }

  private func check(_ code: Int32) {
    precondition(code == SQLITE_OK, String(cString: sqlite3_errmsg(database)))
  }

  deinit {
    for statement in statements.values { sqlite3_finalize(statement) }
    sqlite3_close(database)
  }
}
