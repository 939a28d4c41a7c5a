package import FeedModel

/// The rows that a body has changed, as they were before and as it left them.
package struct RowRecord: Sendable {
  /// The values of a row by the names of its columns.
  typealias Values = [String: Value]

  struct Row: Sendable {
    var id: ObjectID
    /// `nil` for a row that was inserted.
    var before: Values?
    /// `nil` for a row that was deleted.
    var after: Values?
  }

  /// The rows that differ, in no order.
  let rows: [Row]

  /// Whether nothing differs.
  package var isEmpty: Bool { rows.isEmpty }

  /// The most rows that are kept.
  static let most = 10_000
}

/// Why rows cannot be put back as they were.
package struct RowsHaveChanged: Error {
  /// The row at fault.
  package let row: ObjectID
  /// What is the matter with it, in words that follow its name.
  package let reason: String
}

extension Writer {
  /// Runs a body in the transaction that is running, and keeps what it changes.
  ///
  /// Which rows a body touches is known once it has run. So it runs, is taken back, and runs again; it must
  /// do the same each time, as statements do that depend on neither the clock nor chance.
  ///
  /// - Parameter body: What changes rows.
  /// - Returns: The rows that differ, or `nil` if there are too many, or some whose changes are not
  ///   followed; the body has then run as well.
  /// - Throws: What the body throws, or ``StoreError``.
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

  /// Puts rows back as they were, in the transaction that is running.
  ///
  /// Columns that were not changed keep what they hold now.
  ///
  /// - Parameter record: The rows.
  /// - Throws: ``RowsHaveChanged`` if one of them was changed since, or if more would change than was
  ///   changed, as by a trigger; ``StoreError`` if the store refuses. The transaction is then to be undone.
  package func putBack(_ record: RowRecord) throws {
    let collector = connection.collector
    let known = Set(touchedRows(collector.touched)).union(record.rows.map(\.id))
    collector.hasTouchedOthers = false
    for row in record.rows where try !holds(row.id, row.after, comparedWith: row.before) {
      throw RowsHaveChanged(row: row.id, reason: "was changed since")
    }
    // Rows that refer to each other are put back one by one.
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
        reason: "cannot be put back, since a trigger changes it again"
      )
    }
    guard let other = touchedRows(collector.touched).first(where: { !known.contains($0) }) else {
      return
    }
    throw RowsHaveChanged(row: other, reason: "would be changed as well")
  }

  /// Whether a row holds some values, as far as these differ from others.
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

  /// What a row holds, without what is computed from other columns.
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
