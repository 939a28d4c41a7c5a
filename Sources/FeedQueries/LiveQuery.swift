/// A standing query: which rows of a table, in which order, in which groups, with which children.
///
/// The parts are SQL: each fragment is an expression of SQLite, read as it would be in a `SELECT`
/// from the table. The primary key is always the last term of the order, so that it is total. The
/// condition may use the parameter `:now`, the time that the last tick has set.
///
/// ```swift
/// let live = LiveQuery(
///   from: "event",
///   filter: "status = 'live'",
///   order: ["starts_at"],
///   group: Grouping(by: "sport_id", order: ["sport.display_order"], title: "sport.name"),
///   include: [Inclusion("markets", LiveQuery(from: "market"), on: "event_id")])
/// ```
public struct LiveQuery: Hashable, Sendable {
  /// The table whose rows are the objects.
  public var from: String
  /// The columns that are shown, or `nil` for all of them.
  ///
  /// A column that is not shown may change without a version. What conditions, orders and groups name
  /// is read all the same, and not shown. Aggregates are always shown.
  public var columns: [String]?
  /// The condition of `WHERE`, or `nil` for all rows.
  public var filter: String?
  /// The terms of `ORDER BY`, for example `starts_at DESC`.
  public var order: [String]
  /// How rows are grouped, or nothing.
  public var group: Grouping?
  /// How many rows there are at the most: in all, in each group, or of each parent.
  public var limit: Int?
  /// How many rows come before the first that is shown: in all, in each group, or of each parent.
  public var offset: Int
  /// The children of each row.
  public var include: [Inclusion]
  /// What is computed for each row from the rows that refer to it.
  public var aggregates: [Aggregate]

  /// Declares a query.
  ///
  /// - Parameters:
  ///   - columns: The columns that are shown, or `nil` for all of them.
  ///   - limit: How many rows there are at the most.
  ///   - offset: How many rows come before the first that is shown.
  ///   - aggregates: What is computed for each row from the rows that refer to it.
  public init(
    from: String,
    columns: [String]? = nil,
    filter: String? = nil,
    order: [String] = [],
    group: Grouping? = nil,
    limit: Int? = nil,
    offset: Int = 0,
    include: [Inclusion] = [],
    aggregates: [Aggregate] = []
  ) {
    self.from = from
    self.columns = columns
    self.filter = filter
    self.order = order
    self.group = group
    self.limit = limit
    self.offset = offset
    self.include = include
    self.aggregates = aggregates
  }
}

/// How the rows of a query fall into groups: a group's identity, order and title are three things.
public struct Grouping: Hashable, Sendable {
  /// The expression whose value is the identity of a row's group.
  public var by: String
  /// The terms that order the groups; the identity is the last term.
  public var order: [String]
  /// The expression whose value is shown as the title, or nothing.
  public var title: String?
  /// The expression that is true for a group that is folded away, or nothing.
  ///
  /// A feed shows one item in place of the rows of such a group; live queries by themselves show all
  /// groups alike.
  public var folded: String?
  /// What is computed for each group from the rows that refer to it.
  public var aggregates: [Aggregate]

  /// Declares a grouping.
  ///
  /// - Parameter aggregates: What is computed for each group from the rows that refer to it.
  public init(
    by: String,
    order: [String] = [],
    title: String? = nil,
    folded: String? = nil,
    aggregates: [Aggregate] = []
  ) {
    self.by = by
    self.order = order
    self.title = title
    self.folded = folded
    self.aggregates = aggregates
  }
}

/// Children that come with each row of a query, found by their foreign key.
public struct Inclusion: Hashable, Sendable {
  /// What the children are called in the feed file.
  public var name: String
  /// The children's column that holds the key of the parent.
  public var on: String
  /// The children: filtered, ordered, limited for each parent, with children of their own.
  public var query: LiveQuery

  /// Declares children.
  ///
  /// - Parameters:
  ///   - query: Which rows they are, in which order; without a grouping.
  ///   - on: The children's column that holds the key of the parent.
  public init(_ name: String, _ query: LiveQuery, on: String) {
    self.name = name
    self.on = on
    self.query = query
  }
}
