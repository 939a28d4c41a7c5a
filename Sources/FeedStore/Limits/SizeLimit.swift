import CSQLite

/// The bounds that every connection of a store has on sizes.
enum SizeLimit {
  /// The most bytes of a text, a blob or a row: a document of the greatest size, and its row.
  static let value: Int32 = (256 << 20) + (64 << 10)
  /// The most bytes of a statement, and of a schema.
  static let statement: Int32 = 16 << 20
  /// The most tables of a schema: SQLite looks through all of them when it makes one more.
  static let tables = 4_096
  /// The most pages of 4 KiB that a store in memory has.
  static let pagesInMemory = 1 << 20

  /// The limits that each connection sets when it opens.
  static let all: [(name: Int32, most: Int32)] = [
    (SQLITE_LIMIT_LENGTH, value),
    (SQLITE_LIMIT_SQL_LENGTH, statement),
    (SQLITE_LIMIT_COLUMN, 2_000),
    (SQLITE_LIMIT_EXPR_DEPTH, 1_000),
    (SQLITE_LIMIT_COMPOUND_SELECT, 500),
    (SQLITE_LIMIT_VDBE_OP, 1_000_000),
    (SQLITE_LIMIT_FUNCTION_ARG, 127),
    (SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 1_000),
    (SQLITE_LIMIT_TRIGGER_DEPTH, 100),
    // Copying a store attaches the copy; nobody else may attach anything.
    (SQLITE_LIMIT_ATTACHED, 1),
    (SQLITE_LIMIT_WORKER_THREADS, 0),
  ]
}

extension Connection {
  /// Says whether texts in double quotes are taken for texts where no name is like them.
  func allowQuotedTexts(_ isAllowed: Bool) {
    for name in [SQLITE_DBCONFIG_DQS_DDL, SQLITE_DBCONFIG_DQS_DML] {
      unsafe feed_sqlite3_set_switch(handle, name, isAllowed ? 1 : 0)
    }
  }

  /// Bounds what statements may take, and switches off what only trusted SQL should reach.
  func restrict() {
    for limit in SizeLimit.all { unsafe sqlite3_limit(handle, limit.name, limit.most) }
    let switches: [(name: Int32, isOn: Int32)] = [
      // With it, a blob of the caller's would be taken for the address of a function.
      (SQLITE_DBCONFIG_ENABLE_FTS3_TOKENIZER, 0),
      (SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0),
      // Not TRUSTED_SCHEMA: without it SQLite 3.40 takes '->>' in a view for unsafe. What is unsafe in
      // SQLite itself is barred from views and triggers anyhow, and the authorizer lists the rest.
      (SQLITE_DBCONFIG_DEFENSIVE, 1),
    ]
    for (name, isOn) in switches { unsafe feed_sqlite3_set_switch(handle, name, isOn) }
    unsafe watch.install(on: handle)
  }
}
