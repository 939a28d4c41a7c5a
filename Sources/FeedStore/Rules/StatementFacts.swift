import CSQLite

/// The reads and effects of a statement, as SQLite finds them during compilation.
public struct StatementFacts: Sendable, Equatable {
  /// A column that a statement reads.
  public struct ColumnRead: Hashable, Sendable {
    /// The table's index in the schema.
    public let table: Int
    /// The column's index in its table, or `nil` if rows are only counted, or the row id is read.
    public let column: Int?

    /// Creates a reference to a column.
    public init(table: Int, column: Int?) {
      self.table = table
      self.column = column
    }
  }

  /// The columns that the statement, its views and its subqueries read, each once.
  public let columnsRead: [ColumnRead]
  /// Whether the statement changes nothing.
  public let isReadOnly: Bool
  /// Whether the result of the statement depends only on the rows.
  public var isDeterministic: Bool { impurity == nil }
  /// The part of the statement that makes it depend on more than the rows, with a hint.
  public let impurity: StoreError?
  /// The kind of the ``impurity``, or `nil` if there is none.
  package let impurityCause: ImpurityCause?
  /// The called functions, in alphabetical order.
  public let functions: [String]
  /// The names of the parameters, with their prefixes; a parameter without a name is `?`.
  public let parameters: [String]
  /// The names of the columns of the result.
  public let columnNames: [String]
}

/// A kind of dependency on more than the rows.
package enum ImpurityCause: Sendable {
  /// The statement reads the clock.
  case clock
  /// The statement depends on the machine's time zone.
  case timeZone
  /// The statement depends on random numbers.
  case chance
  /// The statement depends on earlier statements of the connection.
  case connection
  /// The statement depends on the version of SQLite.
  case library
}
