import FeedStore

/// Checks and classifies the fragments of one query: what they read, what they need joined.
///
/// Its extensions fill in what is known of the query, each for its kind of fragment.
struct FragmentCompiler {
  let schema: StoreSchema
  let tableIndex: Int
  let writer: Writer
  /// The parent tables that the fragments name.
  var joins: [ParentJoin] = []
  /// The aggregates that the query declares, which its fragments may name.
  var aggregates: [AggregatePlan] = []
  /// Those of them that its fragments do name.
  var namedAggregates: [AggregatePlan] = []
  /// The expressions to be read behind the columns.
  var expressions: [String] = []
  /// The tables that the fragments read, the query's own included.
  var reads: Set<Int>
  /// Why only running the whole query keeps it true, if so.
  var requeryReason: String?
  var errors: [QueryError] = []
  /// The columns of the table that the fragments read, a bit each; the last bit is all others.
  var columns: UInt64 = 0
  /// Those of them on which it depends what SQLite answers: not those that are read plainly.
  var askedColumns: UInt64 = 0
  /// Whether the fragment at hand may depend on the time.
  var allowsTime = false
  /// Whether a fragment does.
  var usesTime = false

  var table: StoreSchema.Table { schema.tables[tableIndex] }

  init(schema: StoreSchema, table: Int, writer: Writer, aggregates: [AggregatePlan] = []) {
    self.schema = schema
    tableIndex = table
    self.writer = writer
    self.aggregates = aggregates
    reads = [table]
  }

  /// The table and its joined parents, as a statement names them.
  var from: String {
    ([table.name.quotedAsIdentifier] + joins.map(\.sql)).joined(separator: " ")
  }

  /// Finds a column of the table by its name, as SQLite does: in any case of ASCII letters.
  func column(_ name: String) -> Int? { table.columnIndex(ofAnyCase: name) }

  /// Notes that a column is read.
  mutating func note(_ column: Int) { columns |= 1 << UInt64(min(column, 63)) }

  /// Where the value of an expression comes from: a column that is read anyway, or itself.
  mutating func source(of sql: String) -> ValueSource {
    if let column = plainColumn(sql) { return .column(column) }
    if let index = expressions.firstIndex(of: sql) { return .expression(index) }
    expressions.append(sql)
    return .expression(expressions.count - 1)
  }

  /// The column of the table that an expression is, if it is nothing else.
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
