public import FeedModel

extension Writer {
  /// Updates the given columns of a row, or inserts the row if it does not exist.
  ///
  /// - Parameter values: The values by the names of their columns, including those of the primary
  ///   key.
  /// - Throws: ``StoreError`` with the invalid row or name.
  public func upsert(_ values: [String: Value], into table: String) throws {
    let writer = try tableWriter(table)
    try writer.upsert(row(values, of: writer), position: 0)
  }

  /// Updates the given columns of a row, if it exists.
  ///
  /// - Returns: Whether there is such a row.
  /// - Throws: ``StoreError`` with the invalid row or name.
  @discardableResult
  public func patch(_ id: ObjectID, with values: [String: Value]) throws -> Bool {
    let writer = try tableWriter(id.entity.description)
    var row = try row(values, of: writer)
    for (column, value) in zip(writer.table.primaryKey, id.key.values) {
      guard row.insert(value, column: column) else {
        let name = writer.table.columns[column].name
        throw StoreError(
          .invalidValue,
          "the patch of '\(id)' has a value for '\(name)', a part of its primary key",
          hint: "to change the key, delete this row and upsert another row"
        )
      }
    }
    return try writer.patch(row)
  }

  /// Deletes a row, if it exists.
  ///
  /// - Throws: ``StoreError`` if rows refer to it that prevent that, or if there is no such table.
  public func delete(_ id: ObjectID) throws {
    try tableWriter(id.entity.description).delete(ContiguousArray(id.key.values), position: 0)
  }

  private func tableWriter(_ name: String) throws -> TableWriter {
    if let writer = tableWriters[Text(name)] { return writer }
    guard let table = schema.table(named: name) else {
      if let refusal = schema.refusal(ofTable: name) { throw refusal }
      throw StoreError(
        .unknownTable,
        "there is no table '\(name)'",
        hint: Suggestion.hint(for: name, among: schema.tables.map(\.name), kind: "tables")
      )
    }
    let writer = TableWriter(table: table, connection: connection)
    tableWriters[Text(name)] = writer
    return writer
  }

  private func row(_ values: [String: Value], of writer: TableWriter) throws -> RowBuffer {
    var row = RowBuffer()
    row.begin()
    // Sorted by name, so that the same one of several errors is always reported.
    for (name, value) in values.sorted(by: { Text($0.key) < Text($1.key) }) {
      guard let column = writer.table.columnIndex(of: name) else {
        throw writer.unknownColumn(name)
      }
      _ = row.insert(value, column: column)
    }
    return row
  }
}
