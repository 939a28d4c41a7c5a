import FeedStore

/// Checks and classifies the fragments of one query, and collects the tables they read and join.
///
/// Each extension handles one kind of fragment.
struct FragmentCompiler {
  let schema: StoreSchema
  let tableIndex: Int
  let writer: Writer
  /// The parent tables that the fragments name.
  var joins: [ParentJoin] = []
  /// The aggregates that the query declares, which its fragments may name.
  var aggregates: [AggregatePlan] = []
  /// The aggregates that the fragments name.
  var namedAggregates: [AggregatePlan] = []
  /// The expressions that are selected after the columns.
  var expressions: [String] = []
  /// The tables that the fragments read, the query's own included.
  var reads: Set<Int>
  /// The reason to run the whole query after each change, or `nil`.
  var requeryReason: String?
  var errors: [QueryError] = []
  /// A bit mask of the columns that the fragments read; bit 63 is shared by all later columns.
  var columns: UInt64 = 0
  /// The columns that influence expressions, which SQLite must evaluate again after a change.
  var askedColumns: UInt64 = 0
  /// The part of the query that the current fragment is.
  var part = QueryPart.value
  /// Whether the names of the row's own columns are qualified, so that they are valid with any joined rows.
  var qualifiesColumns = false
  /// The work of a tick, or `nil` if no fragment depends on the time.
  var time: TimePlan?
  /// The dependencies of the rows on rows of subqueries.
  var subqueries = SubqueryPlan()
  /// The columns of each table that the fragments read.
  var readColumns: [Int: Set<Int>] = [:]
  /// Whether a fragment depends on other rows than its own.
  var readsOthers: Bool { !joins.isEmpty || !subqueries.isEmpty || requeryReason != nil }

  var table: StoreSchema.Table { schema.tables[tableIndex] }

  init(schema: StoreSchema, table: Int, writer: Writer, aggregates: [AggregatePlan] = []) {
    self.schema = schema
    tableIndex = table
    self.writer = writer
    self.aggregates = aggregates
    reads = [table]
  }

  /// Whether the current fragment may depend on the time.
  var allowsTime: Bool { part != .value }

  /// The table and its joined parents, as SQL.
  var from: String {
    ([table.name.quotedAsIdentifier] + joins.map(\.sql)).joined(separator: " ")
  }

  /// Finds a column of the table by its name, ignoring the case of ASCII letters as SQLite does.
  func column(_ name: String) -> Int? { table.columnIndex(ofAnyCase: name) }

  /// Records that a column is read.
  mutating func note(_ column: Int) { columns |= 1 << UInt64(min(column, 63)) }

  /// Returns the source of an expression's value: a column, or a newly added expression.
  mutating func source(of sql: String) -> ValueSource {
    if let column = plainColumn(sql) { return .column(column) }
    if let index = expressions.firstIndex(of: sql) { return .expression(index) }
    expressions.append(sql)
    return .expression(expressions.count - 1)
  }

  /// Returns the column if an expression is only a column's name, otherwise `nil`.
  func plainColumn(_ sql: String) -> Int? {
    let names = SQLToken.tokens(of: sql)
    guard let last = names.last, last.isName,
      names.count == 1
        || names.count == 3 && names[1].isSign(".") && names[0].isName
          && names[0].text.lowercased() == table.name.lowercased()
    else { return nil }
    return column(last.text)
  }
}

/// The part of a query that a fragment is.
enum QueryPart {
  /// The condition of a query or an aggregate, which SQLite always evaluates.
  case condition
  /// A term of the order of rows.
  case order
  /// Any other expression.
  case value
}
