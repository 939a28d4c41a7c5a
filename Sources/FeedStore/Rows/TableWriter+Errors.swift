import CSQLite
import FeedModel

extension TableWriter {
  /// Adds the row that SQLite has refused to an error, and a hint.
  func explain(_ error: StoreError, key: ObjectKey, row: RowBuffer?) -> StoreError {
    guard let failure = error.failure else { return error }
    let object = ObjectID(entity: table.entity, key: key)
    let isMismatch = failure.primaryCode == SQLITE_MISMATCH
    guard failure.primaryCode == SQLITE_CONSTRAINT || isMismatch else { return error }
    return StoreError(
      isMismatch ? .invalidValue : .constraint,
      "row '\(object)' cannot be \(row == nil ? "deleted" : "written"): \(failure.message)",
      hint: hint(for: failure, row: row),
      failure: failure
    )
  }

  private func hint(for failure: StoreError.Failure, row: RowBuffer?) -> String? {
    let column = failure.message.split(separator: ".").last.map(String.init) ?? ""
    switch failure.code {
    case ConstraintCode.notNull:
      return row?.columns.contains { table.columns[$0].name == column } ?? false
        ? "give '\(column)' a value"
        : "a new row needs a value for '\(column)', which has no default"
    case ConstraintCode.foreignKey:
      guard let row else { return "delete the rows that refer to it first" }
      let references = table.foreignKeys.compactMap { reference(by: $0, in: row) }
      return references.isEmpty
        ? "write the row that it refers to first"
        : "write the row that it refers to first: \(references.joined(separator: " or "))"
    case ConstraintCode.unique, ConstraintCode.primaryKey:
      return "another row has this value; change or delete that one first"
    case _ where failure.primaryCode == SQLITE_MISMATCH: return "the key must be an integer"
    default: return nil
    }
  }

  /// Returns the row that a foreign key refers to, if the message contains the whole key.
  private func reference(by key: StoreSchema.ForeignKey, in row: RowBuffer) -> String? {
    var values: [Value] = []
    for column in key.columns {
      guard let place = row.columns.firstIndex(of: column), row.values[place] != .null else {
        return nil
      }
      values.append(row.values[place])
    }
    return "'\(key.parentTable)/\(ObjectKey(values))'"
  }
}
