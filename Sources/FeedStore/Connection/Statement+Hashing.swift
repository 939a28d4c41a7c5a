import CSQLite

extension Statement {
  /// Adds the value in a column of the current row to a hash, without copying the value.
  func add(column: Int, to hash: inout RowHash) {
    guard isUsable else { return hash.addNull() }
    let column = Int32(truncatingIfNeeded: column)
    switch unsafe sqlite3_column_type(handle, column) {
    case SQLITE_INTEGER: hash.add(integer: unsafe sqlite3_column_int64(handle, column))
    case SQLITE_FLOAT: hash.add(real: unsafe sqlite3_column_double(handle, column))
    case SQLITE_TEXT:
      let start = unsafe sqlite3_column_text(handle, column)
      let count = Int(unsafe sqlite3_column_bytes(handle, column))
      unsafe hash.add(text: UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count))
    case SQLITE_BLOB:
      let start = unsafe sqlite3_column_blob(handle, column)
      let count = Int(unsafe sqlite3_column_bytes(handle, column))
      unsafe hash.add(blob: UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count))
    default: hash.addNull()
    }
  }
}
