import FeedSnapshots

/// What went wrong in a store: a stable code, what happened to which object, and the likely remedy.
///
/// ```swift
/// do { try messages.apply(line, in: writer) } catch let error as StoreError {
///   error.code     // .unknownColumn
///   error.hint     // "did you mean 'price'?"
/// }
/// ```
public struct StoreError: Error, Sendable, Equatable {
  /// The kind of failure; the same word in every release, safe for metrics.
  public let code: Code
  /// What happened, with the names and keys it happened to.
  public let message: String
  /// The one likely remedy.
  public let hint: String?
  /// Where in a named text the cause stands, if it stands in one.
  public let location: Location?
  /// What SQLite said, if it was SQLite that refused.
  public let failure: Failure?

  /// Describes a failure.
  ///
  /// - Parameters:
  ///   - code: The kind of failure.
  ///   - message: What happened.
  ///   - hint: The likely remedy.
  ///   - location: Where the cause stands.
  ///   - failure: What SQLite said.
  package init(
    _ code: Code,
    _ message: String,
    hint: String? = nil,
    location: Location? = nil,
    failure: Failure? = nil
  ) {
    self.code = code
    self.message = message
    self.hint = hint
    self.location = location
    self.failure = failure
  }
}

extension StoreError {
  /// The kinds of failure.
  public enum Code: String, Sendable, CaseIterable {
    /// The file cannot be opened or created.
    case cannotOpen = "cannot-open"
    /// The file holds something else than a SQLite database.
    case notADatabase = "not-a-database"
    /// The file cannot be written.
    case readOnly = "read-only"
    /// The store was used after it had been closed.
    case closed = "closed"
    /// The schema's SQL does not run.
    case schemaSQL = "schema-sql"
    /// A table declares no primary key.
    case noPrimaryKey = "no-primary-key"
    /// A table is of a kind whose changes cannot be followed.
    case unsupportedTable = "unsupported-table"
    /// The store has another schema than the feed file.
    case schemaMismatch = "schema-mismatch"
    /// A statement does something that is not allowed in its place.
    case notAllowed = "not-allowed"
    /// A statement depends on the clock, on chance or on the history of the connection.
    case nonDeterministic = "non-deterministic"
    /// SQLite refused a statement.
    case sql = "sql"
    /// A change would break a constraint of the schema.
    case constraint = "constraint"
    /// A statement has run for longer than it may.
    case statementTimeout = "statement-timeout"
    /// A statement was ended because the store was interrupted.
    case interrupted = "interrupted"
    /// A text, a row or a statement is larger than it may be.
    case tooLarge = "too-large"
    /// A connection that a program shares is not to be had, or not as it is asked for.
    case sharedConnection = "shared-connection"
    /// Another connection keeps the store busy.
    case busy = "busy"
    /// Reading or writing the file failed, or the disk is full.
    case storage = "storage"
    /// The store's files were removed, replaced or cut off by others while it was in use.
    case lost = "store-lost"
    /// A transaction was ended by SQLite or by a statement before its body was done.
    case transactionEnded = "transaction-ended"
    /// A message is not the JSON it should be.
    case malformedMessage = "malformed-message"
    /// A message has a key that means nothing.
    case unknownKey = "unknown-key"
    /// A message or a foreign key names a table that the schema does not have.
    case unknownTable = "unknown-table"
    /// A message names a column that its table does not have.
    case unknownColumn = "unknown-column"
    /// A row of a message lacks a part of its primary key.
    case missingKey = "missing-key"
    /// A value cannot stand where it stands.
    case invalidValue = "invalid-value"
    /// A number does not fit.
    case outOfRange = "out-of-range"
    /// A message names an adapter that was not declared.
    case unknownAdapter = "unknown-adapter"
  }

  /// A place in a text, counted from one as editors do.
  public struct Location: Hashable, Sendable {
    /// The name of the text, as its reader gave it.
    public let name: String
    /// The line.
    public let line: Int
    /// The column, in characters.
    public let column: Int

    package init(name: String, line: Int, column: Int) {
      self.name = name
      self.line = line
      self.column = column
    }
  }

  /// What SQLite reported.
  public struct Failure: Hashable, Sendable {
    /// The extended result code, for example 787 for a foreign key.
    public let code: Int32
    /// SQLite's own words.
    public let message: String
    /// The statement.
    public let sql: String
    /// Where in the statement the mistake is, in bytes, if SQLite knows.
    public let offset: Int?

    /// The result code without its extension, for example 19 for any constraint.
    public var primaryCode: Int32 { code & 0xFF }
  }
}

extension StoreError {
  /// Whether the store may be written later.
  package var mayPass: Bool {
    switch code {
    case .busy, .storage, .readOnly, .cannotOpen: true
    default: false
    }
  }
}

extension StoreError: CustomStringConvertible {
  /// The failure as the commands print it: place, code, message, and the hint on a line of its own.
  public var description: String {
    let place = location.map { "\($0.name):\($0.line):\($0.column)" }
    return String(error: code.rawValue, message, hint: hint, at: place)
  }
}
