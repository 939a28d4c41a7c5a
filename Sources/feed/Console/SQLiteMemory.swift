import CSQLite

/// How SQLite looks after its memory in this process; a library must not say, since others may use SQLite too.
enum SQLiteMemory {
  /// Spares SQLite the account of its memory, which nobody asks for; to be called before all else.
  static func keepNoAccount() { _ = feed_sqlite3_keep_no_account() }
}
