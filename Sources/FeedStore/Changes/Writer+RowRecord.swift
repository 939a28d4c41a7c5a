import FeedModel

extension Writer {
  /// Runs a body in the current transaction, and records its changes.
  ///
  /// The rows that a body touches are known only after it has run. So it runs, is rolled back, and
  /// runs again. It must do the same each time: its statements must not depend on the clock or on
  /// chance.
  ///
  /// - Returns: The rows that differ, or `nil` if there are too many, or if tables were changed
  ///   that are not followed; the body has run in this case too.
  /// - Throws: The error of the body, or ``StoreError``.
  package func recording(_ body: () throws -> Void) throws -> RowRecord? {
    let collector = connection.collector
    collector.hasTouchedOthers = false
    try prepare(own: "SAVEPOINT feed_record").run()
    do { try body() } catch {
      try? prepare(own: "ROLLBACK TO feed_record").run()
      try? prepare(own: "RELEASE feed_record").run()
      throw error
    }
    let touched = touchedRows(collector.touched)
    guard !collector.hasTouchedOthers, !collector.hasNewSchema, touched.count <= RowRecord.most
    else {
      try prepare(own: "RELEASE feed_record").run()
      return nil
    }
    let after = try touched.map { try values(of: $0) }
    try prepare(own: "ROLLBACK TO feed_record").run()
    let before = try touched.map { try values(of: $0) }
    try prepare(own: "RELEASE feed_record").run()
    try body()
    return RowRecord(
      rows: zip(touched, zip(before, after)).compactMap { id, values in
        values.0 == values.1 ? nil : RowRecord.Row(id: id, before: values.0, after: values.1)
      }
    )
  }

  /// Restores the previous values of rows, in the current transaction.
  ///
  /// Columns that were not changed keep their current values.
  ///
  /// - Throws: ``RowsHaveChanged`` if one of them was changed since, or if other rows would change
  ///   too, for example by a trigger; ``StoreError`` if the store refuses. The caller must then
  ///   roll back the transaction.
  package func putBack(_ record: RowRecord) throws {
    let collector = connection.collector
    let known = Set(touchedRows(collector.touched)).union(record.rows.map(\.id))
    collector.hasTouchedOthers = false
    for row in record.rows where try !holds(row.id, row.after, comparedWith: row.before) {
      throw RowsHaveChanged(row: row.id, reason: "was changed since")
    }
    // Rows that refer to each other are restored one by one.
    try prepare(own: "PRAGMA defer_foreign_keys = ON").run()
    for row in record.rows where row.before == nil { try delete(row.id) }
    for row in record.rows {
      guard let before = row.before else { continue }
      if let after = row.after {
        try patch(row.id, with: before.filter { after[$0.key] != $0.value })
      } else {
        try upsert(before, into: row.id.entity.description)
      }
    }
    for row in record.rows where try !holds(row.id, row.before, comparedWith: row.after) {
      throw RowsHaveChanged(
        row: row.id,
        reason: "cannot be restored, since a trigger changes it again"
      )
    }
    guard let other = touchedRows(collector.touched).first(where: { !known.contains($0) }) else {
      return
    }
    throw RowsHaveChanged(row: other, reason: "would be changed as well")
  }

  /// Returns whether a row has the given values in all columns in which these differ from others.
  private func holds(
    _ id: ObjectID,
    _ values: RowRecord.Values?,
    comparedWith others: RowRecord.Values?
  ) throws -> Bool {
    let current = try self.values(of: id)
    guard let current, let values, let others else { return current == values }
    return values.allSatisfy { others[$0.key] == $0.value || current[$0.key] == $0.value }
  }

  private func touchedRows(_ changes: [TableChanges]) -> [ObjectID] {
    changes.flatMap { change in
      change.keys.map { ObjectID(entity: schema.tables[change.table].entity, key: $0) }
    }
  }

  /// Returns the values of a row, without generated columns.
  private func values(of id: ObjectID) throws -> RowRecord.Values? {
    guard let table = schema.table(of: id) else { return nil }
    let columns = table.columns.filter { !$0.isGenerated }
    let list = columns.map(\.name.quotedAsIdentifier).joined(separator: ", ")
    let key = table.primaryKey.enumerated().map { offset, column in
      "\(table.columns[column].name.quotedAsIdentifier) IS ?\(offset + 1)"
    }
    let statement = try cached(
      "SELECT \(list) FROM \(table.name.quotedAsIdentifier) WHERE \(key.joined(separator: " AND "))"
    )
    statement.bind(id.key, at: 1)
    defer { statement.reset() }
    guard try statement.step() else { return nil }
    return Dictionary(
      uniqueKeysWithValues: columns.enumerated().map { ($1.name, statement.value(at: $0)) }
    )
  }

  private func prepare(own sql: String) throws -> Statement {
    try connection.prepare(sql, rules: .own)
  }
}
