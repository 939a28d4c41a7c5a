import CSQLite
import FeedModel
import FeedSnapshots
public import Foundation

/// An error of a store: a stable code, a message that names the object, and a hint.
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
  /// A description of the failure, with the names and keys of the objects.
  public let message: String
  /// A suggested remedy, or `nil`.
  public let hint: String?
  /// The location of the cause in a named text, or `nil`.
  public let location: Location?
  /// The failure that SQLite reported, or `nil`.
  public let failure: Failure?

  /// Creates an error.
  ///
  /// - Parameters:
  ///   - hint: A suggested remedy, or `nil`.
  ///   - location: The location of the cause, or `nil`.
  ///   - failure: The failure that SQLite reported, or `nil`.
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
    /// The file is not an SQLite database.
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
    /// The schema of the store differs from that of the feed file.
    case schemaMismatch = "schema-mismatch"
    /// A statement does something that is not allowed in its place.
    case notAllowed = "not-allowed"
    /// A statement depends on the clock, on chance or on the history of the connection.
    case nonDeterministic = "non-deterministic"
    /// SQLite refused a statement.
    case sql = "sql"
    /// A change would break a constraint of the schema.
    case constraint = "constraint"
    /// A statement has run for longer than its timeout.
    case statementTimeout = "statement-timeout"
    /// A statement was ended because the store was interrupted.
    case interrupted = "interrupted"
    /// A text, a row or a statement exceeds its maximum size.
    case tooLarge = "too-large"
    /// A shared connection is not available, or not in the requested way.
    case sharedConnection = "shared-connection"
    /// Another connection keeps the store busy.
    case busy = "busy"
    /// Reading or writing the file failed, or the disk is full.
    case storage = "storage"
    /// The store's files were removed, replaced or truncated while it was in use.
    case lost = "store-lost"
    /// SQLite or a statement ended a transaction before its body was done.
    case transactionEnded = "transaction-ended"
    /// A message is not valid JSON of the expected form.
    case malformedMessage = "malformed-message"
    /// A message has an unknown key.
    case unknownKey = "unknown-key"
    /// A message or a foreign key names a table that the schema does not have.
    case unknownTable = "unknown-table"
    /// A message names a column that its table does not have.
    case unknownColumn = "unknown-column"
    /// A row of a message lacks a part of its primary key.
    case missingKey = "missing-key"
    /// A value is not valid in its place.
    case invalidValue = "invalid-value"
    /// A number is out of range.
    case outOfRange = "out-of-range"
    /// A message names an adapter that was not declared.
    case unknownAdapter = "unknown-adapter"
  }

  /// A position in a text, counted from one as in editors.
  public struct Location: Hashable, Sendable {
    /// The name of the text, as given by the caller.
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

  /// The failure that SQLite reported.
  public struct Failure: Hashable, Sendable {
    /// The extended result code, for example 787 for a foreign key.
    public let code: Int32
    /// SQLite's message.
    public let message: String
    /// The statement.
    public let sql: String
    /// The position of the error in the statement, in bytes, or `nil` if unknown.
    public let offset: Int?

    /// The result code without its extension, for example 19 for any constraint.
    public var primaryCode: Int32 { code & 0xFF }
  }
}

extension StoreError {
  /// Whether the failure may be temporary.
  package var mayPass: Bool {
    switch code {
    case .busy, .storage, .readOnly, .cannotOpen: true
    default: false
    }
  }
}

extension StoreError: CustomStringConvertible {
  /// The error as the commands print it: location, code and message, then a line with the hint.
  public var description: String {
    let place = location.map { "\($0.name):\($0.line):\($0.column)" }
    return String(error: code.rawValue, message, hint: hint, at: place)
  }
}

extension StoreError {
  /// Checks a number of JSON that SQLite has read as a real.
  ///
  /// - Parameter isInteger: Whether it is written without fraction and exponent: then 64 bits
  ///   cannot hold it.
  /// - Throws: ``StoreError`` with code ``StoreError/Code/outOfRange``.
  package static func checkRange(
    _ value: Double,
    isInteger: Bool,
    at place: @autoclosure () -> String
  ) throws(StoreError) {
    if isInteger {
      throw StoreError(
        .outOfRange,
        "the integer at \(place()) does not fit into 64 bits",
        hint: "write it as a text, or with a decimal point if it need not be exact"
      )
    }
    if !value.isFinite {
      throw StoreError(
        .outOfRange,
        "the number at \(place()) is larger than any that can be stored",
        hint: "the largest is about 1.8e308"
      )
    }
  }
}

extension StoreError {
  /// The name of the missing table, if that is the failure that SQLite reports.
  var missingTable: String? {
    let before = "no such table: "
    guard let message = failure?.message, message.hasPrefix(before) else { return nil }
    return String(message.dropFirst(before.count))
  }

  /// The name of the missing column, without its table, if that is the failure that SQLite reports.
  var missingColumn: String? {
    guard let message = failure?.message else { return nil }
    let parts = message.split(separator: " has no column named ")
    if message.hasPrefix("table "), parts.count == 2 { return String(parts[1]) }
    let before = "no such column: "
    guard message.hasPrefix(before), !message.contains("\"") else { return nil }
    return message.dropFirst(before.count).split(separator: ".").last.map(String.init)
  }

  /// Returns the same error with another hint.
  func hinting(_ hint: String?) -> StoreError {
    StoreError(code, message, hint: hint, location: location, failure: failure)
  }
}

extension StoreError {
  /// The error if SQLite was built without the preupdate hook.
  static var noPreupdateHook: StoreError {
    StoreError(
      .cannotOpen,
      "this SQLite was built without the preupdate hook, which reports changed rows",
      hint: "link an SQLite that was built with SQLITE_ENABLE_PREUPDATE_HOOK"
    )
  }
}

extension StoreError: LocalizedError {
  /// The same as the description, with the remedy, for `localizedDescription`.
  public var errorDescription: String? { description }
}
