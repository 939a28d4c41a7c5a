import FeedModel

extension Writer {
  /// Creates triggers that record the changes of other programs, in the current transaction.
  ///
  /// From now on, a change set lists the rows of these tables that other programs have changed,
  /// instead of requesting a full refresh. The triggers stay in the file until ``stopRecordingOthers()``, or
  /// until a store calls ``stopFollowingOthers()`` when it is opened.
  ///
  /// - Throws: ``StoreError`` if the triggers cannot be created.
  package func followOthers(in tables: some Sequence<Int>) throws {
    let log = changeLog ?? ChangeLog(connection: connection)
    try log.follow(tables.map { schema.tables[$0] }.filter { !$0.isDocument }.map(\.name))
    changeLog = log
  }

  /// Returns whether opening queries must create or remove triggers.
  ///
  /// Other programs must not write in the meantime.
  ///
  /// - Parameter tracksOthers: Whether triggers are wanted; `nil` leaves existing ones.
  /// - Returns: Whether triggers must be created or removed.
  /// - Throws: ``StoreError`` if the schema cannot be read.
  package func isToChangeTriggers(tracksOthers: Bool?) throws -> Bool {
    guard let tracksOthers else { return false }
    return try tracksOthers || hasLeftTriggers()
  }

  /// Removes the triggers that an earlier program has left, in the current transaction.
  ///
  /// - Throws: ``StoreError`` if the triggers cannot be removed.
  package func stopFollowingOthers() throws {
    if try hasLeftTriggers() { try ChangeLog.remove(from: connection) }
  }

  /// Removes the triggers from another program's database, and no longer records its changes.
  ///
  /// A store that still needs them creates them again.
  ///
  /// - Throws: ``StoreError`` if the triggers cannot be removed.
  package func stopRecordingOthers() throws {
    guard changeLog != nil, connection.owner == .others else { return }
    changeLog = nil
    keepLasting(try transaction { _ in try ChangeLog.remove(from: connection) })
  }

  /// Removes the triggers whose table another program has dropped: with them, no row of their tables can be written.
  ///
  /// - Throws: ``StoreError`` if the triggers cannot be removed.
  package func removeBrokenTriggers() throws {
    guard connection.owner != .program, !connection.isReadOnly,
      try ChangeLog.isBroken(in: connection)
    else { return }
    _ = try transaction { _ in try ChangeLog.remove(from: connection) }
  }

  /// Returns whether there are triggers that this store does not need.
  ///
  /// Triggers in a shared connection are left alone, since its program may need them.
  private func hasLeftTriggers() throws -> Bool {
    try changeLog == nil && connection.owner != .program && !connection.isReadOnly
      && ChangeLog.isThere(in: connection)
  }
}
