import CSQLite
import FeedModel

/// The way to read the key of a row in the preupdate hook.
enum KeyLayout {
  /// The row id, which SQLite passes to the hook.
  case rowID
  /// Columns, whose values are read one by one.
  case columns([Column], isText: Bool)

  struct Column {
    /// The index among all columns.
    let index: Int32
    /// The index among the columns that are stored in the row.
    let storedIndex: Int32
    let affinity: StoreSchema.Column.Affinity
  }

  init(of table: StoreSchema.Table) {
    guard !table.hasIntegerPrimaryKey else {
      self = .rowID
      return
    }
    let columns = table.primaryKey.map { index in
      Column(
        index: Int32(index),
        storedIndex: Int32(table.columns[..<index].count { !$0.isVirtual }),
        affinity: table.columns[index].affinity
      )
    }
    self = .columns(columns, isText: table.hasTextKey)
  }

  func collectOld(of change: RowChange, into keys: inout DistinctKeys) {
    unsafe collect(into: &keys) { column, value in
      unsafe sqlite3_preupdate_old(change.connection, column, &value)
    }
  }

  func collectNew(of change: RowChange, into keys: inout DistinctKeys) {
    unsafe collect(into: &keys) { column, value in
      unsafe sqlite3_preupdate_new(change.connection, column, &value)
    }
  }

  /// Reads the key, with both column numberings if they differ.
  ///
  /// SQLite counts virtual generated columns in some cases and skips them in others. A surplus key
  /// costs one look-up without a result; a missing key would be a row that is never shown.
  private func collect(
    into keys: inout DistinctKeys,
    _ read: (Int32, inout OpaquePointer?) -> Int32
  ) {
    guard case .columns(let columns, let isText) = self else { return }
    unsafe insertKey(columns.map(\.index), of: columns, isText, into: &keys, read)
    if columns.contains(where: { $0.index != $0.storedIndex }) {
      unsafe insertKey(columns.map(\.storedIndex), of: columns, isText, into: &keys, read)
    }
  }

  private func insertKey(
    _ indices: [Int32],
    of columns: [Column],
    _ isText: Bool,
    into keys: inout DistinctKeys,
    _ read: (Int32, inout OpaquePointer?) -> Int32
  ) {
    var values: [Value] = []
    values.reserveCapacity(columns.count)
    var isAmbiguous = false
    for (index, column) in zip(indices, columns) {
      var pointer: OpaquePointer?
      guard unsafe read(index, &pointer) == SQLITE_OK, let pointer = unsafe pointer else { return }
      let value = unsafe Value(pointer)
      values.append(column.affinity.applied(to: value))
      if column.affinity == .none, value.asInteger != value { isAmbiguous = true }
    }
    keys.insert(StoreSchema.Table.key(values, isText: isText))
    // For a column without affinity, the hook may report 9.0 where 9 is stored.
    if isAmbiguous {
      for (offset, column) in columns.enumerated() where column.affinity == .none {
        values[offset] = values[offset].asInteger
      }
      keys.insert(StoreSchema.Table.key(values, isText: isText))
    }
  }
}

extension StoreSchema.Column.Affinity {
  /// Returns the value as it will be read from the column, in the type of its affinity.
  fileprivate func applied(to value: Value) -> Value {
    switch (self, value) {
    case (.real, .integer(let value)): .real(Double(value))
    case (.integer, .real), (.numeric, .real): value.asInteger
    default: value
    }
  }
}

extension Value {
  /// The integer that equals a real exactly, if there is one; otherwise the value itself.
  fileprivate var asInteger: Value {
    guard case .real(let value) = self, let integer = Int64(exactly: value) else { return self }
    return .integer(integer)
  }

  /// Copies a value of SQLite.
  init(_ value: OpaquePointer) {
    switch unsafe sqlite3_value_type(value) {
    case SQLITE_INTEGER: self = .integer(unsafe sqlite3_value_int64(value))
    case SQLITE_FLOAT: self = .real(unsafe sqlite3_value_double(value))
    case SQLITE_TEXT:
      guard let start = unsafe sqlite3_value_text(value) else {
        self = .null
        return
      }
      let count = Int(unsafe sqlite3_value_bytes(value))
      let bytes = unsafe UnsafeBufferPointer(start: start, count: count)
      self = .text(unsafe Text(bytes: bytes))
    case SQLITE_BLOB:
      guard let start = unsafe sqlite3_value_blob(value) else {
        self = .blob([])
        return
      }
      let count = Int(unsafe sqlite3_value_bytes(value))
      self = .blob(unsafe [UInt8](UnsafeRawBufferPointer(start: start, count: count)))
    default: self = .null
    }
  }
}
