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
  /// The table whose rows are the objects, or a view that only selects rows and columns of one table.
  public var from: String
  /// The columns that are shown, or `nil` for all of them.
  ///
  /// A change of a column that is not shown leads to no version. Columns in conditions, orders and
  /// groups are read, but not shown. Aggregates are always shown.
  public var columns: [String]?
  /// The condition of `WHERE`, or `nil` for all rows.
  public var filter: String?
  /// The terms of `ORDER BY`, for example `starts_at DESC`.
  public var order: [String]
  /// The grouping of rows, or `nil`.
  public var group: Grouping?
  /// The maximum number of rows: in all, in each group, or of each parent.
  public var limit: Int?
  /// The number of rows before the first shown one: in all, in each group, or of each parent.
  public var offset: Int
  /// The children of each row.
  public var include: [Inclusion]
  /// The values that are computed for each row from the rows that refer to it.
  public var aggregates: [Aggregate]
  /// The values that SQLite computes from each row.
  public var computed: [ComputedColumn]
  /// The condition of the view that ``from`` named, or `nil`.
  var viewFilter: String?

  /// Declares a query.
  ///
  /// - Parameters:
  ///   - columns: The columns that are shown, or `nil` for all of them.
  ///   - limit: The maximum number of rows.
  ///   - offset: The number of rows before the first shown one.
  ///   - aggregates: The values that are computed for each row from the rows that refer to it.
  public init(
    from: String,
    columns: [String]? = nil,
    filter: String? = nil,
    order: [String] = [],
    group: Grouping? = nil,
    limit: Int? = nil,
    offset: Int = 0,
    include: [Inclusion] = [],
    aggregates: [Aggregate] = [],
    computed: [ComputedColumn] = []
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
    self.computed = computed
  }
}

/// The grouping of a query's rows: identity, order and title of a group are independent.
///
/// A batch reloads a section whose title or aggregate changed: its index is in `reloadSections`, and the
/// changed rows in it are not listed separately.
public struct Grouping: Hashable, Sendable {
  /// The expression whose value is the identity of a row's group.
  public var by: String
  /// The terms that order the groups; the identity is the last term.
  public var order: [String]
  /// The expression whose value is shown as the title, or `nil`.
  public var title: String?
  /// The expression that is true for a folded group, or `nil`.
  ///
  /// A feed shows one item in place of the rows of such a group; live queries by themselves show all
  /// groups alike.
  public var folded: String?
  /// The values that are computed for each group from the rows that refer to it.
  public var aggregates: [Aggregate]

  /// Declares a grouping.
  ///
  /// - Parameter aggregates: The values that are computed for each group from the rows that refer
  ///   to it.
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
  /// The name of the children in the feed file.
  public var name: String
  /// The children's column that holds the key of the parent.
  public var on: String
  /// The query of the children: filtered, ordered, limited for each parent, with further children.
  public var query: LiveQuery

  /// Declares children.
  ///
  /// - Parameters:
  ///   - query: The query of the children, without a grouping.
  ///   - on: The children's column that holds the key of the parent.
  public init(_ name: String, _ query: LiveQuery, on: String) {
    self.name = name
    self.on = on
    self.query = query
  }
}
