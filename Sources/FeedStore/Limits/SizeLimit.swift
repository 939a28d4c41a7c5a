import CSQLite

/// The size limits of every connection of a store.
enum SizeLimit {
  /// The maximum number of bytes of a value or row: a document of the maximum size and its row.
  static let value: Int32 = (256 << 20) + (64 << 10)
  /// The maximum number of bytes of a statement, and of a schema.
  static let statement: Int32 = 16 << 20
  /// The maximum number of tables: SQLite reads all of them when it creates another.
  static let tables = 4_096
  /// The maximum number of pages of 4 KiB of a store in memory.
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
    // Only the copying of a store may attach a database: the copy.
    (SQLITE_LIMIT_ATTACHED, 1),
    (SQLITE_LIMIT_WORKER_THREADS, 0),
  ]
}
