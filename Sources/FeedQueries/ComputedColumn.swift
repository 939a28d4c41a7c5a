/// A value that SQLite computes from each row, as in `SELECT price < 1.05 AS is_low`.
///
/// The expression may name columns of the row, aggregates of the query, and columns of the rows that the row
/// refers to by its foreign keys, such as `customer.name`. It may not have subqueries that read other rows.
public struct ComputedColumn: Hashable, Sendable {
  /// The name of the value in the rows of the query.
  public var name: String
  /// The expression.
  public var sql: String

  /// Declares a computed column.
  public init(_ name: String, _ sql: String) {
    self.name = name
    self.sql = sql
  }
}
