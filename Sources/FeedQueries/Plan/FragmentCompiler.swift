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
  /// The parent tables, in lower case, that are named and cannot be joined, which has been said.
  var ambiguousParents: Set<String> = []
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

  init(schema: StoreSchema, table: Int, writer: Writer) {
    self.schema = schema
    tableIndex = table
    self.writer = writer
    reads = [table]
  }

  /// The table and its joined parents, as a statement names them.
  var from: String {
    ([table.name.quotedAsIdentifier] + joins.map(\.sql)).joined(separator: " ")
  }

  mutating func noteColumns(_ mask: UInt64) { columns |= mask }

  /// Finds a column of the table by its name, as SQLite does: in any case of ASCII letters.
  func column(_ name: String) -> Int? {
    table.columnIndex(of: name)
      ?? table.columns.firstIndex { $0.name.lowercased() == name.lowercased() }
  }

  /// Where the value of an expression comes from: a column that is read anyway, or itself.
  mutating func source(of sql: String) -> ValueSource {
    if let column = plainColumn(sql) { return .column(column) }
    if let index = expressions.firstIndex(of: sql) { return .expression(index) }
    expressions.append(sql)
    return .expression(expressions.count - 1)
  }

  func plainColumn(_ sql: String) -> Int? {
    plainName(sql, in: table).flatMap { column($0) }
  }

  func plainName(_ sql: String, in table: StoreSchema.Table) -> String? {
    plainName(SQLToken.tokens(of: sql)[...], in: table)
  }

  func plainName(_ tokens: ArraySlice<SQLToken>, in table: StoreSchema.Table) -> String? {
    guard let first = tokens.first, let last = tokens.last, first.isName, last.isName else {
      return nil
    }
    if tokens.count == 1 { return first.text }
    let isQualified = tokens.count == 3 && tokens[tokens.startIndex + 1].isSign(".")
    return isQualified && first.text.lowercased() == table.name.lowercased() ? last.text : nil
  }
}
