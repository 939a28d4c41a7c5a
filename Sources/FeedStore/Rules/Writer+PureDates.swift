import CSQLite

extension Writer {
  /// Makes statements fail if their date functions read the clock or the time zone.
  ///
  /// Call it once, before any statement is kept.
  ///
  /// - Throws: ``StoreError`` with the message of SQLite.
  package func refuseClock() throws { try unsafe PureDates().install(on: connection.handle) }
}
