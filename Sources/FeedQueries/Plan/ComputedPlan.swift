/// A computed column, compiled for its table.
struct ComputedPlan: Hashable, Sendable {
  /// The name of the value in rows.
  var name: String
  /// The expression.
  var sql: String
  /// The columns that the expression reads, one bit each; the last bit stands for the remaining
  /// columns.
  var columns: UInt64
  /// The aggregates that the expression names.
  var aggregates: [AggregatePlan]
  /// Whether the expression reads rows that the row refers to.
  var readsReferences: Bool
}
