import FeedSnapshots
public import Foundation

/// An error in a live query, with a stable code, a location and a suggested correction.
public struct QueryError: Error, Hashable, Sendable {
  /// The kind of error; stable across releases, and safe for metrics.
  public let code: Code
  /// The location: the name of the query and its parts, for example `["live", "include", "markets", "filter"]`.
  ///
  /// For ``LiveQueries``, these are the parameters of ``LiveQuery``; for a feed, the keys of the feed
  /// file, where `filter` is `where`.
  public var path: [String]
  /// A description of the error, with the names involved.
  public let message: String
  /// A suggested correction, or `nil`.
  public let hint: String?
  /// The hint for a query that is declared in Swift, or `nil` if it is the same.
  let swiftHint: String?
  /// The offset in the fragment, in bytes, or `nil` if it is unknown.
  public let offset: Int?

  /// Creates an error, with the keys of a feed file in its path and its hint.
  ///
  /// - Parameters:
  ///   - swiftHint: The hint for a query that is declared in Swift, or `nil` if it is the same.
  ///   - offset: The offset in the fragment, in bytes.
  init(
    _ code: Code,
    at path: [String],
    _ message: String,
    hint: String? = nil,
    swiftHint: String? = nil,
    offset: Int? = nil
  ) {
    self.code = code
    self.path = path
    self.message = message
    self.hint = hint
    self.swiftHint = swiftHint
    self.offset = offset
  }

  /// The error with the parameters of ``LiveQuery`` instead of the keys of a feed file.
  fileprivate var inSwift: QueryError {
    var path = path
    // After these keys, the last part is a name that the query declares.
    let isName = path.dropLast().last.map { ["aggregates", "computed", "include"].contains($0) }
    if path.last == "where", isName == false { path[path.count - 1] = "filter" }
    return QueryError(code, at: path, message, hint: swiftHint ?? hint, offset: offset)
  }
}

extension QueryError {
  /// The kinds of errors.
  public enum Code: String, Hashable, Sendable, CaseIterable {
    /// The table is not in the schema.
    case unknownTable = "unknown-table"
    /// The changes of the table cannot be followed: it is virtual, or has no primary key.
    case unsupportedTable = "unsupported-table"
    /// The column is not in the table.
    case unknownColumn = "unknown-column"
    /// SQLite cannot compile the fragment.
    case sql = "sql"
    /// The fragment is not exactly one expression.
    case notAnExpression = "not-an-expression"
    /// The fragment depends on the clock, on random numbers or on the connection.
    case nonDeterministic = "non-deterministic"
    /// The fragment has a parameter without a value; only `:now` in a condition has one.
    case parameter = "parameter"
    /// The value of an aggregate is not an aggregate, or depends on the order of the rows.
    case notAnAggregate = "not-an-aggregate"
    /// More than one foreign key leads to the row that the fragment names.
    case ambiguousParent = "ambiguous-parent"
    /// No foreign key leads to the row that the fragment names.
    case unknownReference = "unknown-reference"
    /// A computed column reads other rows than its own.
    case otherRows = "other-rows"
    /// The query is over a view, whose rows have no primary key.
    case view = "view"
    /// The limit or the offset is out of range.
    case limit = "limit"
    /// Two queries, or two fields of their rows, have the same name.
    case duplicateName = "duplicate-name"
    /// An inclusion has a grouping.
    case groupedInclusion = "grouped-inclusion"
    /// The parents of included children have a primary key of several columns.
    case compoundParentKey = "compound-parent-key"
    /// A reference and its key are declared with different types: one a text, the other a number.
    case mismatchedReference = "mismatched-reference"
    /// The column of children or an aggregate refers to another column than the primary key.
    case referenceToOtherColumn = "reference-to-other-column"
    /// No live query has the name.
    case unknownQuery = "unknown-query"
  }
}

extension QueryError: CustomStringConvertible {
  /// The error as the commands print it, with the hint on its own line.
  public var description: String {
    let place = path.isEmpty ? "" : path.joined(separator: ".") + ": "
    return String(error: code.rawValue, place + message, hint: hint)
  }
}

/// All errors that were found in the live queries of a feed.
public struct QueryErrors: Error, Sendable, CustomStringConvertible {
  /// The errors, in the order of the declarations.
  public let errors: [QueryError]

  /// The errors as the commands print them.
  public var description: String { errors.map(\.description).joined(separator: "\n") }

  /// The errors with the parameters of ``LiveQuery`` instead of the keys of a feed file.
  var inSwift: QueryErrors { QueryErrors(errors: errors.map(\.inSwift)) }
}

extension QueryError: LocalizedError {
  /// The same as the description, with the remedy, for `localizedDescription`.
  public var errorDescription: String? { description }
}

extension QueryErrors: LocalizedError {
  /// The same as the description, with the remedies, for `localizedDescription`.
  public var errorDescription: String? { description }
}
