import FeedStore

/// The rows of other tables on which the expressions of a node depend, or the members of a list.
///
/// SQLite evaluates every subquery, so its meaning is SQL's. The plan states only which rows to
/// read again after a change of a row in a subquery: never too few.
struct SubqueryPlan: Hashable, Sendable {
  /// The tables whose rows lead to dependent rows by equalities.
  var links: [RowLink] = []
  /// The lists after IN that are the same for all rows; a list precedes those that depend on it.
  var lists: [ListPlan] = []

  var isEmpty: Bool { links.isEmpty && lists.isEmpty }
}

/// A statement that finds the rows that depend on a row of another table.
///
/// The row before the change and the row after it are both looked up, because a row that has moved
/// names only its new place.
struct RowLink: Hashable, Sendable {
  /// The position of the other table in the schema.
  var table: Int
  /// The columns of that table whose changes matter.
  var columns: Set<Int>
  /// The columns of that table whose values are the statement's parameters.
  var parameters: [Int]
  /// Yields the keys of the dependent rows.
  var sql: String
  /// The name of the other row in the subquery, or `nil` if it is joined by its reference.
  var name: String?
  /// The columns of the dependent rows that an index should have, as a description.
  var sought: String
}

/// A list after IN that does not depend on the row: `sport_id IN (SELECT id FROM sport WHERE …)`.
///
/// The values of the list are kept, with the row that each is from. A value that enters or leaves
/// the list concerns the rows that are equal to it. The first NULL, the last NULL, the first value
/// and the last value concern all rows.
struct ListPlan: Hashable, Sendable {
  /// The position of the listed table in the schema.
  var table: Int
  /// The columns of that table on which membership and value depend.
  var columns: Set<Int>
  /// Yields the value that a row contributes, given the row's key, or no row.
  var member: String
  /// Yields the keys and values of all members.
  var members: String
  /// Yields the keys of the rows that are equal to a value of the list.
  var sql: String
  /// Whether the compared column may be NULL, so that an empty list matters.
  var comparesNull: Bool
  /// The dependencies of its members.
  var inner = SubqueryPlan()
  /// The columns of the dependent rows that an index should have, as a description.
  var sought: String
  /// The listed column, as a description.
  var listed: String
}
