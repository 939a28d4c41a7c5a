import FeedSnapshots

/// What is wrong with a live query: a stable code, where in the query, and the likely remedy.
public struct QueryError: Error, Hashable, Sendable {
  /// The kind of mistake; the same word in every release, safe for metrics.
  public let code: Code
  /// Where in the query it is: keys of the feed file, for example `["include", "markets", "where"]`.
  public var path: [String]
  /// What is wrong, with the names it is about.
  public let message: String
  /// The one likely remedy.
  public let hint: String?
  /// Where in the fragment it is, in bytes, if that is known.
  public let offset: Int?

  /// Describes a mistake.
  ///
  /// - Parameter offset: Where in the fragment it is, in bytes.
  init(
    _ code: Code,
    at path: [String],
    _ message: String,
    hint: String? = nil,
    offset: Int? = nil
  ) {
    self.code = code
    self.path = path
    self.message = message
    self.hint = hint
    self.offset = offset
  }
}

extension QueryError {
  /// The kinds of mistake.
  public enum Code: String, Hashable, Sendable, CaseIterable {
    /// The table is not in the schema.
    case unknownTable = "unknown-table"
    /// The changes of the table cannot be followed: it is virtual, or has no primary key.
    case unsupportedTable = "unsupported-table"
    /// The column is not in the table.
    case unknownColumn = "unknown-column"
    /// SQLite does not compile the fragment.
    case sql = "sql"
    /// The fragment is more or less than one expression.
    case notAnExpression = "not-an-expression"
    /// The fragment depends on the clock, on chance or on the connection.
    case nonDeterministic = "non-deterministic"
    /// The fragment has a parameter that nobody would fill; only a condition has one, `:now`.
    case parameter = "parameter"
    /// The value of an aggregate aggregates nothing, or depends on the order of the rows.
    case notAnAggregate = "not-an-aggregate"
    /// More than one foreign key leads to what the fragment names.
    case ambiguousParent = "ambiguous-parent"
    /// No foreign key leads to what the fragment names.
    case unknownReference = "unknown-reference"
    /// The query is over a view, whose rows have no key of their own.
    case view = "view"
    /// The limit is not a number of rows.
    case limit = "limit"
    /// Two queries, or two fields of their rows, have one name.
    case duplicateName = "duplicate-name"
    /// Children are asked for whose parents have a key of several columns.
    case compoundParentKey = "compound-parent-key"
    /// One of a reference and the key that it refers to is declared a text, the other a number.
    case mismatchedReference = "mismatched-reference"
    /// Children or aggregates are asked for by a column that refers to another column than the key.
    case referenceToOtherColumn = "reference-to-other-column"
  }
}

extension QueryError: CustomStringConvertible {
  /// The mistake as the commands print it, with the hint on a line of its own.
  public var description: String {
    let place = path.isEmpty ? "" : path.joined(separator: ".") + ": "
    return String(error: code.rawValue, place + message, hint: hint)
  }
}

/// All mistakes that were found in the live queries of a feed.
public struct QueryErrors: Error, Sendable, CustomStringConvertible {
  /// The mistakes, in the order of the declarations.
  public let errors: [QueryError]

  /// The mistakes as the commands print them.
  public var description: String { errors.map(\.description).joined(separator: "\n") }
}
