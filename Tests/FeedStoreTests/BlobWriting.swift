import CSQLite

@testable import FeedStore

extension Store {
  /// Overwrites one byte of a blob through SQLite's blob interface, and returns the touched keys.
  func writingBlob(of table: String, column: String = "note", row: Int64) throws -> [String] {
    let changes = try withWriter { writer in
      try writer.transaction { writer in
        var blob: OpaquePointer?
        let handle = unsafe writer.connection.handle
        try check(unsafe sqlite3_blob_open(handle, "main", table, column, row, 1, &blob))
        try check(unsafe sqlite3_blob_write(blob, [UInt8(0xFF)], 1, 0))
        try check(unsafe sqlite3_blob_close(blob))
      }
    }
    return keys(changes, in: schema)
  }
}

private func check(_ code: Int32) throws {
  guard code == SQLITE_OK else {
    throw StoreError(.sql, "the blob interface returned \(code)")
  }
}
