import CSQLite
public import FeedModel

extension Statement {
  /// Returns the integer in a column of the current row; zero for NULL.
  ///
  /// - Parameter column: The index of the column, counted from zero.
  /// - Returns: The value, converted by SQLite's rules if it is of another class.
  public func integer(at column: Int) -> Int64 {
    isUsable ? unsafe sqlite3_column_int64(handle, Int32(truncatingIfNeeded: column)) : 0
  }

  /// Returns the real in a column of the current row; zero for NULL.
  ///
  /// - Parameter column: The index of the column, counted from zero.
  /// - Returns: The value, converted by SQLite's rules if it is of another class.
  public func real(at column: Int) -> Double {
    isUsable ? unsafe sqlite3_column_double(handle, Int32(truncatingIfNeeded: column)) : 0
  }

  /// Returns the text in a column of the current row; empty for NULL.
  ///
  /// - Parameter column: The index of the column, counted from zero.
  /// - Returns: The value, converted by SQLite's rules if it is of another class.
  public func text(at column: Int) -> String {
    let column = Int32(truncatingIfNeeded: column)
    guard isUsable, let start = unsafe sqlite3_column_text(handle, column) else { return "" }
    let count = Int(unsafe sqlite3_column_bytes(handle, column))
    return unsafe String(
      decoding: UnsafeBufferPointer(start: start, count: count),
      as: UTF8.self
    )
  }

  /// Returns the storage class of a column of the current row; NULL if the store is closed.
  private func type(at column: Int32) -> Int32 {
    isUsable ? unsafe sqlite3_column_type(handle, column) : SQLITE_NULL
  }

  /// Returns the text in a column of the current row, with any invalid UTF-8 unchanged.
  private func rawText(at column: Int) -> Text {
    let column = Int32(truncatingIfNeeded: column)
    guard let start = unsafe sqlite3_column_text(handle, column) else { return "" }
    let count = Int(unsafe sqlite3_column_bytes(handle, column))
    return unsafe Text(bytes: UnsafeBufferPointer(start: start, count: count))
  }

  /// Returns the bytes in a column of the current row; empty for NULL.
  ///
  /// - Parameter column: The index of the column, counted from zero.
  /// - Returns: The value, converted by SQLite's rules if it is of another class.
  public func bytes(at column: Int) -> [UInt8] {
    let column = Int32(truncatingIfNeeded: column)
    guard isUsable, let start = unsafe sqlite3_column_blob(handle, column) else { return [] }
    let count = Int(unsafe sqlite3_column_bytes(handle, column))
    return unsafe [UInt8](UnsafeRawBufferPointer(start: start, count: count))
  }

  /// Returns whether a column of the current row is NULL.
  ///
  /// - Parameter column: The index of the column, counted from zero.
  /// - Returns: Whether it is NULL.
  public func isNull(at column: Int) -> Bool {
    type(at: Int32(truncatingIfNeeded: column)) == SQLITE_NULL
  }

  /// Returns the value in a column of the current row, in its storage class.
  ///
  /// Negative zero is read as zero: the two are equal, and SQLite writes both as zero.
  ///
  /// - Parameter column: The index of the column, counted from zero.
  public func value(at column: Int) -> Value {
    switch type(at: Int32(truncatingIfNeeded: column)) {
    case SQLITE_INTEGER: .integer(integer(at: column))
    case SQLITE_FLOAT: .real(real(at: column) + 0)
    case SQLITE_TEXT: .text(rawText(at: column))
    case SQLITE_BLOB: .blob(bytes(at: column))
    default: .null
    }
  }

  /// Compares the first columns of the current row with known values, without copying them.
  ///
  /// - Returns: A bit for each column that differs; the last bit covers all further columns.
  package func differences(from values: ContiguousArray<Value>, count: Int) -> UInt64 {
    var differences: UInt64 = 0
    for column in 0..<count where !holds(values[column], at: column) {
      differences |= 1 << UInt64(min(column, 63))
    }
    return differences
  }

  /// Returns whether a column of the current row has a value of the same storage class.
  ///
  /// - Parameter column: The index of the column, counted from zero.
  /// - Returns: Whether the value and its class are equal.
  package func holds(_ value: Value, at column: Int) -> Bool {
    let index = Int32(truncatingIfNeeded: column)
    switch (value, type(at: index)) {
    case (.null, SQLITE_NULL): return true
    case (.integer(let value), SQLITE_INTEGER):
      return unsafe sqlite3_column_int64(handle, index) == value
    case (.real, SQLITE_FLOAT), (.blob, SQLITE_BLOB): return self.value(at: column) == value
    case (.text(let text), SQLITE_TEXT):
      guard let start = unsafe sqlite3_column_text(handle, index) else { return false }
      let count = Int(unsafe sqlite3_column_bytes(handle, index))
      guard var string = text.plain else {
        return unsafe text.bytes.elementsEqual(UnsafeBufferPointer(start: start, count: count))
      }
      return string.withUTF8 { bytes in
        guard bytes.count == count else { return false }
        for offset in 0..<count where unsafe bytes[offset] != start[offset] { return false }
        return true
      }
    default: return false
    }
  }

  /// Returns the key in one or several consecutive columns of the current row.
  ///
  /// - Parameter column: The index of the key's first column, counted from zero.
  public func key(at column: Int, count: Int = 1) -> ObjectKey {
    guard count == 1 else {
      return ObjectKey((column..<column + count).map { value(at: $0) })
    }
    switch type(at: Int32(truncatingIfNeeded: column)) {
    case SQLITE_INTEGER: return .integer(integer(at: column))
    case SQLITE_TEXT: return .text(rawText(at: column))
    default: return ObjectKey([value(at: column)])
    }
  }

  /// Returns the content in consecutive columns of the current row, one for each name of a shape.
  ///
  /// - Parameters:
  ///   - shape: The names, for example ``StoreSchema/Table/shape``.
  ///   - column: The index of the first column, counted from zero.
  public func content(shape: Content.Shape, at column: Int = 0) -> Content {
    let count = shape.names.count
    var values = ContiguousArray<Value>()
    values.reserveCapacity(count)
    for offset in 0..<count { values.append(value(at: column + offset)) }
    return Content(shape: shape, values: values)
  }

  /// The names of the columns of the rows.
  public var columnNames: [String] {
    (0..<(isUsable ? columnCount : 0)).map { column in
      unsafe sqlite3_column_name(handle, Int32(truncatingIfNeeded: column))
        .map { unsafe String(cString: $0) } ?? ""
    }
  }
}
