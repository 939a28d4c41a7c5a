import CSQLite

extension StoreError {
  /// Turns a result code of SQLite into an error.
  ///
  /// - Parameter failure: What SQLite reported.
  init(_ failure: Failure) {
    self.init(
      Self.code(for: failure),
      "\(failure.message), in: \(Self.excerpt(failure.sql))",
      hint: Self.hint(for: failure),
      failure: failure
    )
  }

  static func code(for failure: Failure) -> Code {
    switch failure.primaryCode {
    case SQLITE_CONSTRAINT: .constraint
    case SQLITE_BUSY, SQLITE_LOCKED: .busy
    case SQLITE_READONLY: .readOnly
    case SQLITE_NOTADB: .notADatabase
    case SQLITE_CANTOPEN: .cannotOpen
    case SQLITE_IOERR, SQLITE_FULL, SQLITE_CORRUPT, SQLITE_NOMEM: .storage
    case SQLITE_AUTH: .notAllowed
    default: .sql
    }
  }

  private static func hint(for failure: Failure) -> String? {
    switch failure.primaryCode {
    case SQLITE_BUSY, SQLITE_LOCKED: "another program is writing to the store; stop it or try again"
    case SQLITE_FULL: "free some space on the disk"
    case SQLITE_CORRUPT: "the store's file is damaged; restore a copy or build it anew"
    default: nil
    }
  }

  /// The beginning of a statement, on one line.
  static func excerpt(_ sql: String, limit: Int = 200) -> String {
    let line = sql.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return line.count <= limit ? line : line.prefix(limit) + "…"
  }

  /// The same error at a place in a text.
  func located(at location: Location?) -> StoreError {
    StoreError(code, message, hint: hint, location: location, failure: failure)
  }
}
