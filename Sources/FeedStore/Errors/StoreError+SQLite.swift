import CSQLite

extension StoreError {
  /// Creates an error from a result code of SQLite.
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
    case SQLITE_AUTH: failure.code == ImpurityCode.refused ? .nonDeterministic : .notAllowed
    case SQLITE_INTERRUPT: failure.code == InterruptCode.timeout ? .statementTimeout : .interrupted
    case SQLITE_TOOBIG: .tooLarge
    default: .sql
    }
  }

  /// Whether the system could not read or write the store, for example on a full disk.
  package var isInputOutput: Bool {
    switch (code, failure?.primaryCode) {
    case (.lost, _), (.storage, SQLITE_IOERR), (.storage, SQLITE_FULL): true
    default: false
    }
  }

  private static func hint(for failure: Failure) -> String? {
    switch failure.primaryCode {
    case SQLITE_BUSY, SQLITE_LOCKED: "another program is writing to the store; stop it or try again"
    case SQLITE_FULL: "free some space on the disk; a store in memory has at most 4 GiB"
    case SQLITE_INTERRUPT:
      failure.code == InterruptCode.timeout
        ? "make it end sooner, or allow more time with --statement-timeout" : nil
    case SQLITE_TOOBIG: "a text, a blob or a row has at most 256 MiB, and a statement 16 MiB"
    case SQLITE_AUTH:
      failure.code == ImpurityCode.refused
        ? "pass the time in: ':now' in an action, or a member of the message" : nil
    case SQLITE_NOMEM: "the statement needs more memory than there is, or is too complex"
    case SQLITE_CONSTRAINT:
      failure.message.hasPrefix("cannot store TEXT value") && failure.sql.contains(":now")
        ? "':now' is a text such as 2026-07-01T18:30:00Z: write unixepoch(:now) for seconds" : nil
    case SQLITE_CORRUPT: "the store's file is damaged; restore a copy or build it again"
    case SQLITE_ERROR:
      failure.message.hasSuffix(": syntax error")
        || failure.message.hasPrefix("unrecognized token")
        ? SQLToken.hint(forOperatorsIn: failure.sql) : nil
    default: nil
    }
  }

  /// The beginning of a statement, on one line.
  static func excerpt(_ sql: String, limit: Int = 200) -> String {
    let line = sql.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return line.count <= limit ? line : line.prefix(limit) + "…"
  }

  /// Returns the first line of a message of SQLite, which may quote the rest of the statement.
  static func line(_ message: String, limit: Int = 200) -> String {
    let line = message.prefix { !$0.isNewline }
    return line.count == message.count && line.count <= limit
      ? message : line.prefix(limit) + "…"
  }

  /// Returns the same error with a location.
  func located(at location: Location?) -> StoreError {
    StoreError(code, message, hint: hint, location: location, failure: failure)
  }
}

/// The result code of a statement that would read the clock during a run.
///
/// A statement that must not be compiled has the plain code.
enum ImpurityCode {
  static let refused: Int32 = 23 | 1 << 8
}

/// The result code of an interruption because of a timeout.
enum InterruptCode {
  /// The store's own code for a timeout; SQLite has only the plain one.
  static let timeout: Int32 = 9 | 1 << 8
}
