import FeedModel
import FeedStore

/// Where a value that a query needs comes from when a row is read.
enum ValueSource: Hashable, Sendable {
  /// A column of the table, by its place.
  case column(Int)
  /// An expression of the query, by its place behind the columns.
  case expression(Int)
}

/// How the rows of a node fall into lists.
enum Partitioning: Hashable, Sendable {
  /// All rows are in one list.
  case single
  /// Rows with one value of a group's expression are in one list, NULL included.
  case group(ValueSource)
  /// Rows with one parent are in one list; rows without a parent are in none.
  case parent(ValueSource)

  /// Where the value comes from that the rows of a list share, if there is more than one list.
  var source: ValueSource? {
    switch self {
    case .single: nil
    case .group(let source), .parent(let source): source
    }
  }
}

/// Where the order and the title of a group come from.
enum GroupAttributes: Hashable, Sendable {
  /// One row of the table that the group's key refers to; renaming it costs nothing per object.
  case lookup(table: Int, sql: String)
  /// The expressions of the group's first row.
  case row(order: [ValueSource], title: ValueSource?, folded: ValueSource?)
}

/// A row that the expressions of a node name, joined by the foreign key that leads to it.
struct ParentJoin: Hashable, Sendable {
  /// The row's table, as its place in the schema.
  var table: Int
  /// The name by which the row is joined.
  var name: String
  /// The join whose row refers to it, or `nil` for the node's own row.
  var child: Int?
  /// What refers to each part of the key.
  var parts: [Part]
  /// The join as SQL.
  var sql: String

  /// A column that refers to a part of a key.
  struct Part: Hashable, Sendable {
    /// The referring column, as its place in its table.
    var column: Int
    /// Which part of the key it refers to.
    var keyPlace: Int
    /// How it does.
    var rule: ReferenceRule
  }
}

/// A column that must hold one value: a superset of what the condition lets through.
struct Guardian: Hashable, Sendable {
  /// The column's place in the table.
  var column: Int
  /// The value, as the key of a group is written.
  var value: Value
}

/// What a query, or the children in it, comes to: one table's rows, filtered, in ordered lists.
///
/// Two parts of a feed with the same plan share one node, so that their rows are read once.
struct NodePlan: Hashable, Sendable {
  /// The table's place in the schema.
  var table: Int
  /// The condition, or `nil` for all rows.
  var filter: String?
  /// The expressions that are read behind the columns; the filter is the first if there is one.
  var expressions: [String] = []
  /// How rows fall into lists.
  var partitioning = Partitioning.single
  /// The value that the rows of a list share, as SQL; `nil` if there is only one list.
  var listExpression: String?
  /// The collation by which the values are equal that the rows of a list share.
  var listCollation = Collation.binary
  /// How each value of the order compares.
  var terms: [SortTerm] = []
  /// Where the values of the order come from.
  var sortSources: [ValueSource] = []
  /// The terms of the order as written, for running the query as a whole.
  var orderSQL: [String] = []
  /// The expressions of the order, without direction and collation.
  var orderExpressions: [String] = []
  /// The columns of the table that the expressions read, a bit each; the last bit is all others.
  var columns: UInt64 = 0
  /// Those of them on which it depends what SQLite answers about a row that is known.
  var askedColumns: UInt64 = 0
  /// What a row must hold in one column to satisfy the condition, if the condition says so plainly.
  var guardian: Guardian?
  /// Whether the condition depends on the time.
  var usesTime = false
  /// The values that are computed for each group.
  var groupAggregates: [AggregatePlan] = []
  /// How each value of the groups' order compares.
  var groupTerms: [SortTerm] = []
  /// Where the order and the title of groups come from.
  var groupAttributes: GroupAttributes?
  /// Whether groups have a title.
  var groupsHaveTitle = false
  /// Whether groups may be folded away.
  var groupsFold = false
  /// The column of the table that the order begins with, if it is a plain one.
  var leading: QueryReport.LeadingColumn?
  /// How many rows of each list are shown at the most.
  var limit: Int?
  /// How many rows of each list come before those that are shown.
  var offset = 0
  /// The aggregates that its rows show.
  var fields: [AggregatePlan] = []
  /// The aggregates that its condition or an order names.
  var namedAggregates: [AggregatePlan] = []
  /// The rows that are joined.
  var joins: [ParentJoin] = []
  /// All tables that are read, by their places in the schema.
  var reads: Set<Int> = []
  /// Why only running the whole query keeps it true, if so.
  var requeryReason: String?

  /// Whether only the first rows of each list are kept, and the next ones asked for when needed.
  var isBounded: Bool { limit != nil && requeryReason == nil }

  /// How other rows refer to the groups.
  func groupRule(in table: StoreSchema.Table) -> ReferenceRule {
    var rule = ReferenceRule()
    if case .column(let column)? = partitioning.source {
      rule.affinity = table.columns[column].affinity
    }
    rule.collation = listCollation
    return rule
  }

  /// How many rows must be known for the window to be filled.
  var neededRows: Int {
    let (count, isOverflown) = offset.addingReportingOverflow(limit ?? Int.max)
    return isOverflown ? Int.max : count
  }

  /// How the node is kept true.
  var queryClass: QueryClass {
    if let requeryReason { return .requery(reason: requeryReason) }
    // A row may come or go although nobody has touched it.
    if usesTime { return .timed }
    return limit == nil && offset == 0 ? .incremental : .window
  }
}
