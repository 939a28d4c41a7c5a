import FeedModel

extension Writer {
  /// Records the changes of other programs from the next transaction on, which creates the triggers.
  ///
  /// From then on, a change set lists the rows of these tables that other programs have changed,
  /// instead of requesting a full refresh. The triggers stay in the file until ``stopRecordingOthers()``, or
  /// until a store calls ``stopFollowingOthers()`` when it is opened.
  package func followOthers(in tables: some Sequence<Int>) {
    let log = changeLog ?? ChangeLog(connection: connection)
    log.follow(tables.map { schema.tables[$0] }.filter { !$0.isDocument }.map(\.name))
    changeLog = log
  }

  /// Removes the triggers that an earlier program has left, in a separate transaction.
  ///
  /// - Throws: ``StoreError`` if the triggers cannot be removed.
  package func stopFollowingOthers() throws {
    guard try hasLeftTriggers() else { return }
    keepLasting(try transaction { _ in try ChangeLog.remove(from: connection) })
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
