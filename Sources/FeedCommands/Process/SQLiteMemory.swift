import CSQLite

/// The memory settings of SQLite in this process.
///
/// Only a program may change them, because they affect all users of SQLite.
package enum SQLiteMemory {
  /// Switches off SQLite's memory statistics, which no one reads; must be called first.
  package static func keepNoAccount() { _ = feed_sqlite3_keep_no_account() }
}
