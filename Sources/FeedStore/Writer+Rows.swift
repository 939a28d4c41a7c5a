public import FeedModel

extension Writer {
  /// Writes a row: changes it in the columns given if it is there, and inserts it if not.
  ///
  /// - Parameters:
  ///   - values: The values by the names of their columns, those of the primary key among them.
  ///   - table: The table's name.
  /// - Throws: ``StoreError`` with the row or the name at fault.
  public func upsert(_ values: [String: Value], into table: String) throws {
    let writer = try tableWriter(table)
    try writer.upsert(row(values, of: writer), position: 0)
  }

  /// Changes a row in the columns given, if it is there.
  ///
  /// - Parameters:
  ///   - id: The row.
  ///   - values: The values by the names of their columns.
  /// - Returns: Whether there is such a row.
  /// - Throws: ``StoreError`` with the row or the name at fault.
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
          hint: "a row with another key is another row: delete this one and upsert that one"
        )
      }
    }
    return try writer.patch(row)
  }

  /// Deletes a row, if it is there.
  ///
  /// - Parameter id: The row.
  /// - Throws: ``StoreError`` if rows that refer to it forbid that, or there is no such table.
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
    // In the order of the names, so that of several mistakes the same is always reported.
    for (name, value) in values.sorted(by: { Text($0.key) < Text($1.key) }) {
      guard let column = writer.table.columnIndex(of: name) else {
        throw writer.unknownColumn(name)
      }
      _ = row.insert(value, column: column)
    }
    return row
  }
}
