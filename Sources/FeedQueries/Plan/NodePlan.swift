import FeedModel
import FeedStore

/// The source of a value in a row that a query reads.
enum ValueSource: Hashable, Sendable {
  /// A column of the table, by its position.
  case column(Int)
  /// An expression of the query, by its position after the columns.
  case expression(Int)
}

/// The division of a node's rows into lists.
enum Partitioning: Hashable, Sendable {
  /// All rows are in one list.
  case single
  /// Rows with the same value of the grouping expression are in one list, NULL included.
  case group(ValueSource)
  /// Rows with the same parent are in one list; rows without a parent are in no list.
  case parent(ValueSource)

  /// The source of the value that the rows of a list share, or `nil` if there is one list.
  var source: ValueSource? {
    switch self {
    case .single: nil
    case .group(let source), .parent(let source): source
    }
  }
}

/// The source of the order and the title of a group.
enum GroupAttributes: Hashable, Sendable {
  /// Expressions over the row of the table that the group's key refers to; a new title costs no work per
  /// object.
  ///
  /// `missing` stands for `from` if the key leads to no row.
  case lookup(table: Int, expressions: [String], from: String, missing: String)
  /// The expressions of the group's first row.
  case row(order: [ValueSource], title: ValueSource?, folded: ValueSource?)
}

/// A row that the expressions of a node name, joined by the foreign key that leads to it.
struct ParentJoin: Hashable, Sendable {
  /// The position of the row's table in the schema.
  var table: Int
  /// The row's alias in the join.
  var name: String
  /// The join whose row refers to it, or `nil` for the node's own row.
  var child: Int?
  /// The referring column of each part of the key.
  var parts: [Part]
  /// The join as SQL.
  var sql: String
  /// The referenced columns, if they are unique and not the key.
  var unique: Unique?

  /// Unique columns of a table, other than its key.
  struct Unique: Hashable, Sendable {
    /// The columns, in the order of the parts.
    var columns: [Int]
    /// The columns of the table that the node reads.
    var read: Set<Int> = []
  }

  /// A column that refers to a part of a key.
  struct Part: Hashable, Sendable {
    /// The position of the referring column in its table.
    var column: Int
    /// The position of the referenced part in the key, or among the unique columns.
    var keyPlace: Int
    /// The comparison of the column with the part.
    var rule: ReferenceRule
  }
}

/// A column that must equal a value for the condition to be true.
struct RequiredValue: Hashable, Sendable {
  /// The column's position in the table.
  var column: Int
  /// The value, in the form of a group's key.
  var value: Value
}

/// The plan of a query, or of the children in it: one table's rows, filtered, in ordered lists.
///
/// Two parts of a feed with the same plan share one node, so that their rows are read once.
struct NodePlan: Hashable, Sendable {
  /// The table's position in the schema.
  var table: Int
  /// The condition, or `nil` for all rows.
  var filter: String?
  /// The expressions that are selected after the columns; the first is the filter, if any.
  var expressions: [String] = []
  /// The division of rows into lists.
  var partitioning = Partitioning.single
  /// The value that the rows of a list share, as SQL; `nil` if there is only one list.
  var listExpression: String?
  /// The collation that compares the values that the rows of a list share.
  var listCollation = Collation.binary
  /// The comparison of each value of the order.
  var terms: [SortTerm] = []
  /// The sources of the values of the order.
  var sortSources: [ValueSource] = []
  /// The terms of the order as written, for a run of the whole query.
  var orderSQL: [String] = []
  /// The expressions of the order, without direction and collation.
  var orderExpressions: [String] = []
  /// A bit mask of the columns that the expressions read; bit 63 is shared by all later columns.
  var columns: UInt64 = 0
  /// The columns whose changes require SQLite to place a known row.
  var askedColumns: UInt64 = 0
  /// A column value that the condition requires, or `nil`.
  var requiredValue: RequiredValue?
  /// The work of a tick, or `nil` if neither the condition nor the order depends on the time.
  var time: TimePlan?
  /// The values that are computed for each group.
  var groupAggregates: [AggregatePlan] = []
  /// The comparison of each value of the groups' order.
  var groupTerms: [SortTerm] = []
  /// The source of the order and the titles of groups.
  var groupAttributes: GroupAttributes?
  /// Whether groups have a title.
  var groupsHaveTitle = false
  /// Whether groups may be folded.
  var groupsFold = false
  /// The first column of the order, or `nil` if the order begins with an expression.
  var leading: QueryReport.LeadingColumn?
  /// The maximum number of shown rows of each list, or `nil`.
  var limit: Int?
  /// The number of rows of each list that are skipped.
  var offset = 0
  /// The aggregates that its rows show.
  var fields: [AggregatePlan] = []
  /// The aggregates that its condition or an order names.
  var namedAggregates: [AggregatePlan] = []
  /// The joined rows.
  var joins: [ParentJoin] = []
  /// The dependencies of its rows on rows of subqueries.
  var subqueries = SubqueryPlan()
  /// The positions in the schema of all tables that are read.
  var reads: Set<Int> = []
  /// The reason to run the whole query after each change, or `nil`.
  var requeryReason: String?

  /// Whether only the first rows of each list are kept, and further rows fetched on demand.
  var isBounded: Bool { limit != nil && requeryReason == nil }

  /// Returns the rule by which other rows refer to the groups.
  func groupRule(in table: StoreSchema.Table) -> ReferenceRule {
    var rule = ReferenceRule()
    if case .column(let column)? = partitioning.source {
      rule.affinity = table.columns[column].affinity
    }
    rule.collation = listCollation
    return rule
  }

  /// The number of rows that a full window needs.
  var neededRows: Int {
    let (count, isOverflown) = offset.addingReportingOverflow(limit ?? Int.max)
    return isOverflown ? Int.max : count
  }

  /// Whether a tick concerns the node itself, and not only through the aggregates that it names.
  var isTimed: Bool {
    time != nil || requeryReason != nil && namedAggregates.contains { $0.time != nil }
  }

  /// The method of updating the node.
  var queryClass: QueryClass {
    if let requeryReason { return .requery(reason: requeryReason) }
    if case .whole(let reason) = time { return .timed(reason: reason) }
    return limit == nil && offset == 0 ? .incremental : .window
  }
}

extension NodePlan {
  /// The plan with places in rows instead of columns, wherever a row is asked for values.
  func placed(in layout: RowLayout) -> NodePlan {
    var plan = self
    plan.columns = layout.places(of: columns)
    plan.askedColumns = layout.places(of: askedColumns)
    plan.sortSources = sortSources.map(layout.placed)
    switch partitioning {
    case .single: break
    case .group(let source): plan.partitioning = .group(layout.placed(source))
    case .parent(let source): plan.partitioning = .parent(layout.placed(source))
    }
    if case .row(let order, let title, let folded) = groupAttributes {
      plan.groupAttributes = .row(
        order: order.map(layout.placed),
        title: title.map(layout.placed),
        folded: folded.map(layout.placed)
      )
    }
    if let requiredValue, let place = layout.place(of: requiredValue.column) {
      plan.requiredValue = RequiredValue(column: place, value: requiredValue.value)
    }
    return plan
  }
}
