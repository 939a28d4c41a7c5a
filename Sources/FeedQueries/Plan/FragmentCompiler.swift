import FeedSnapshots
import FeedStore

/// Checks and classifies the fragments of one query: what they read, what they need joined.
struct FragmentCompiler {
  let schema: StoreSchema
  let tableIndex: Int
  let writer: Writer
  /// The parent tables that the fragments name.
  private(set) var joins: [ParentJoin] = []
  /// The expressions to be read behind the columns.
  var expressions: [String] = []
  /// The tables that the fragments read, the query's own included.
  private(set) var reads: Set<Int>
  /// Why only running the whole query keeps it true, if so.
  private(set) var requeryReason: String?
  private(set) var errors: [QueryError] = []
  /// The columns of the table that the fragments read, a bit each; the last bit is all others.
  private(set) var columns: UInt64 = 0
  /// Those of them on which it depends what SQLite answers: not those that are read plainly.
  private(set) var askedColumns: UInt64 = 0
  /// Whether the fragment at hand may depend on the time.
  var allowsTime = false
  /// Whether a fragment does.
  private(set) var usesTime = false

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

  // MARK: Parents

  /// Joins the parent tables that fragments name as `parent.column`.
  mutating func join(parentsNamedIn fragments: [(sql: String, path: [String])]) {
    for (sql, path) in fragments {
      for name in qualifiers(in: sql) { join(parentNamed: name, path: path) }
    }
  }

  private mutating func join(parentNamed name: String, path: [String]) {
    let folded = name.lowercased()
    guard folded != table.name.lowercased(),
      let parent = schema.tables.firstIndex(where: { $0.name.lowercased() == folded }),
      !joins.contains(where: { $0.table == parent })
    else { return }
    let keys = table.foreignKeys.filter { $0.parentTable.lowercased() == folded }
    guard keys.count <= 1 else {
      errors.append(
        QueryError(
          .ambiguousParent,
          at: path,
          "\(keys.count) foreign keys of '\(table.name)' lead to '\(name)'",
          hint: "keep what is needed of '\(name)' in a column of '\(table.name)'"
        )
      )
      return
    }
    guard let key = keys.first, key.columns.count == 1, let column = key.columns.first else {
      return
    }
    let parentTable = schema.tables[parent]
    let parentKey =
      key.parentColumns.first
      ?? parentTable.primaryKey.first.map { parentTable.columns[$0].name } ?? "rowid"
    if parentTable.primaryKey.map({ parentTable.columns[$0].name.lowercased() })
      != [parentKey.lowercased()]
    {
      requeryReason = "'\(parentTable.name)' is joined by another column than its primary key"
    }
    reads.insert(parent)
    columns |= 1 << UInt64(min(column, 63))
    askedColumns |= 1 << UInt64(min(column, 63))
    joins.append(
      ParentJoin(
        table: parent,
        column: column,
        sql: "LEFT JOIN \(parentTable.name.quotedAsIdentifier) ON "
          + "\(parentTable.name.quotedAsIdentifier).\(parentKey.quotedAsIdentifier) = "
          + "\(table.name.quotedAsIdentifier)."
          + table.columns[column].name.quotedAsIdentifier
      )
    )
  }

  /// The names that stand before a dot.
  private func qualifiers(in sql: String) -> [String] {
    let tokens = SQLTokens.tokens(of: sql)
    return tokens.indices.dropLast().compactMap { index in
      let isQualifier =
        tokens[index].isName && tokens[index + 1].text == "."
        && (index == 0 || tokens[index - 1].text != ".")
      return isQualifier ? tokens[index].text : nil
    }
  }

  // MARK: Expressions

  /// Finds a column of the table by its name, as SQLite does: in any case of ASCII letters.
  func column(_ name: String) -> Int? {
    table.columnIndex(of: name)
      ?? table.columns.firstIndex { $0.name.lowercased() == name.lowercased() }
  }

  /// Has SQLite compile an expression, and notes what it reads.
  ///
  /// - Parameters:
  ///   - sql: The expression.
  ///   - path: Where it stands, for messages.
  /// - Returns: Whether it can be used.
  mutating func check(_ sql: String, at path: [String]) -> Bool {
    check(sql, from: from, at: path) { compiler, tables in
      let strangers = tables.subtracting(compiler.joins.map(\.table)).subtracting([
        compiler.tableIndex
      ])
      compiler.reads.formUnion(tables)
      // A subquery may read the query's own table, too, and then other rows than the one at hand.
      guard !strangers.isEmpty || SQLTokens.haveSubquery(sql) else { return true }
      let read = strangers.min() ?? compiler.tableIndex
      compiler.requeryReason = "a subquery reads '\(compiler.schema.tables[read].name)'"
      return true
    }
  }

  private mutating func check(
    _ sql: String,
    from: String,
    at path: [String],
    accept: (inout FragmentCompiler, Set<Int>) -> Bool
  ) -> Bool {
    if let problem = shapeProblem(of: sql) {
      errors.append(QueryError(.notAnExpression, at: path, problem))
      return false
    }
    // In a WHERE clause, so that aggregates are refused; on lines of its own because of comments.
    let prefix = "SELECT 1 FROM \(from) WHERE (\n"
    do {
      let facts = try writer.inspect("\(prefix)\(sql)\n) IS NULL")
      if let parameter = facts.parameters.first(where: { $0 != ":now" || !allowsTime }) {
        errors.append(parameterError(parameter, at: path))
        return false
      }
      if let impurity = facts.impurity { throw impurity }
      usesTime = usesTime || !facts.parameters.isEmpty
      for read in facts.columnsRead where read.table == tableIndex {
        let mask = read.column.map { 1 << UInt64(min($0, 63)) } ?? UInt64.max
        columns |= mask
        // Only the condition may depend on the time, and its answer is always SQLite's.
        if allowsTime || plainColumn(sql) == nil { askedColumns |= mask }
      }
      return accept(&self, Set(facts.columnsRead.map(\.table)))
    } catch let error as StoreError {
      errors.append(queryError(for: error, path: path, prefixLength: prefix.utf8.count))
      return false
    } catch {
      errors.append(QueryError(.sql, at: path, "\(error)"))
      return false
    }
  }

  private func parameterError(_ parameter: String, at path: [String]) -> QueryError {
    guard parameter == ":now" else {
      return QueryError(
        .parameter,
        at: path,
        "the parameter '\(parameter)' has no value in a live query",
        hint: "write the value itself, or keep it in a table"
      )
    }
    return QueryError(
      .parameter,
      at: path,
      "':now' may only stand in the condition of a query",
      hint: "compare with ':now' in 'where', so that a tick finds the rows that come and go"
    )
  }

  private func queryError(for error: StoreError, path: [String], prefixLength: Int) -> QueryError {
    let code: QueryError.Code = error.code == .nonDeterministic ? .nonDeterministic : .sql
    let message = code == .sql ? error.failure?.message ?? error.message : error.message
    var hint = error.hint
    let missing = "no such column: "
    if message.hasPrefix(missing) {
      let name = message.dropFirst(missing.count).split(separator: ".").last.map(String.init) ?? ""
      hint =
        name.nearest(among: table.columns.map(\.name)).map { "did you mean '\($0)'?" }
        ?? "'\(table.name)' has: \(table.columns.map(\.name).joined(separator: ", "))"
    }
    let ambiguous = "ambiguous column name: "
    if message.hasPrefix(ambiguous) {
      hint = "write '\(table.name).\(message.dropFirst(ambiguous.count))'"
    }
    let offset = error.failure?.offset.map { max(0, $0 - prefixLength) }
    return QueryError(code, at: path, message, hint: hint, offset: offset)
  }

  /// What keeps a text from being one expression, before SQLite sees it.
  private func shapeProblem(of sql: String) -> String? {
    let tokens = SQLTokens.tokens(of: sql)
    if tokens.isEmpty { return "there is no expression" }
    var depth = 0
    for token in tokens where token.kind == .sign {
      if token.text == ";" { return "';' cannot stand in an expression" }
      if token.text == "(" { depth += 1 }
      if token.text == ")" { depth -= 1 }
      if depth < 0 { return "a parenthesis is closed that was not opened" }
      if token.text == ",", depth == 0 { return "',' makes two expressions of one" }
    }
    return depth == 0 ? nil : "a parenthesis is not closed"
  }

  /// Where the value of an expression comes from: a column that is read anyway, or itself.
  mutating func source(of sql: String) -> ValueSource {
    if let column = plainColumn(sql) { return .column(column) }
    if let index = expressions.firstIndex(of: sql) { return .expression(index) }
    expressions.append(sql)
    return .expression(expressions.count - 1)
  }

  private func plainColumn(_ sql: String) -> Int? {
    plainName(sql, in: table).flatMap { column($0) }
  }

  private func plainName(_ sql: String, in table: StoreSchema.Table) -> String? {
    let tokens = SQLTokens.tokens(of: sql)
    if tokens.count == 1, tokens[0].isName { return tokens[0].text }
    if tokens.count == 3, tokens[0].isName, tokens[1].text == ".", tokens[2].isName,
      tokens[0].text.lowercased() == table.name.lowercased()
    {
      return tokens[2].text
    }
    return nil
  }

  // MARK: Orders

  /// Compiles one term of an order.
  ///
  /// - Parameters:
  ///   - sql: The term as written.
  ///   - path: Where it stands, for messages.
  ///   - isGroup: Whether groups are ordered by it, which has no other way than comparing here.
  /// - Returns: How it compares and where its value comes from, or nothing if it is wrong.
  mutating func term(
    _ sql: String,
    at path: [String],
    isGroup: Bool = false
  ) -> (term: SortTerm, source: ValueSource, expression: String)? {
    let order = OrderTerm(sql)
    guard checkTerm(order, sql, at: path), check(order.expression, at: path) else { return nil }
    // SQLite looks a collation up where values are compared.
    if let name = order.collation,
      !check("'' = '' COLLATE \(name.quotedAsIdentifier)", at: path)
    {
      return nil
    }
    let collation = collation(of: order, in: table)
    if collation == nil {
      guard !isGroup else {
        errors.append(unsupportedCollation(sql, path))
        return nil
      }
      requeryReason = "'\(sql)' is ordered by a collation that only SQLite knows"
    }
    return (
      SortTerm(
        isDescending: order.isDescending,
        nullsFirst: order.nullsFirst,
        collation: collation ?? .binary
      ),
      source(of: order.expression),
      order.expression
    )
  }

  private mutating func checkTerm(_ order: OrderTerm, _ sql: String, at path: [String]) -> Bool {
    let tokens = SQLTokens.tokens(of: order.expression)
    guard tokens.contains(where: { $0.kind != .number && $0.kind != .literal }) else {
      errors.append(
        QueryError(
          .notAnExpression,
          at: path,
          "'\(sql)' is the same for all rows and orders nothing",
          hint: "name a column"
        )
      )
      return false
    }
    return true
  }

  private func unsupportedCollation(_ sql: String, _ path: [String]) -> QueryError {
    QueryError(
      .sql,
      at: path,
      "'\(sql)' orders groups by a collation that only SQLite knows",
      hint: "use BINARY, NOCASE or RTRIM, or order by a column that holds the position"
    )
  }

  /// The collation of a term by SQLite's rules, or nothing where they are not plain to see.
  private func collation(of order: OrderTerm, in table: StoreSchema.Table) -> Collation? {
    if order.namesCollationInside { return nil }
    if let name = order.collation { return Collation(rawValue: name.uppercased()) }
    let tables = [table] + joins.map { schema.tables[$0.table] }
    for table in tables {
      guard let name = plainName(order.expression, in: table),
        let column = table.columns.first(where: { $0.name.lowercased() == name.lowercased() })
      else { continue }
      return Collation(rawValue: column.collation.uppercased())
    }
    // An expression can carry along the collation of a column that it names.
    let names = Set(
      SQLTokens.tokens(of: order.expression).filter(\.isName).map { $0.text.lowercased() }
    )
    let columns = tables.flatMap(\.columns).filter { names.contains($0.name.lowercased()) }
    return columns.allSatisfy { $0.collation.uppercased() == "BINARY" } ? .binary : nil
  }

  // MARK: Groups

  /// Compiles the order and the title of groups as columns of the row that the group's key names.
  ///
  /// - Parameters:
  ///   - group: The grouping.
  ///   - column: The column that holds the group's key.
  ///   - path: Where the grouping stands.
  /// - Returns: The lookup, or nothing if the key refers to no table or not all is found there.
  mutating func lookup(
    _ group: Grouping,
    column: Int,
    path: [String]
  ) -> (terms: [SortTerm], attributes: GroupAttributes)? {
    let showsNothing = group.order.isEmpty && group.title == nil && group.folded == nil
    guard !showsNothing,
      let key = table.foreignKeys.first(where: { $0.columns == [column] }),
      let parent = schema.tables.firstIndex(where: {
        $0.name.lowercased() == key.parentTable.lowercased()
      })
    else {
      return showsNothing ? ([], .row(order: [], title: nil, folded: nil)) : nil
    }
    let parentTable = schema.tables[parent]
    guard parentTable.primaryKey.count == 1, let keyColumn = parentTable.primaryKey.first,
      key.parentColumns.isEmpty
        || key.parentColumns.map({ $0.lowercased() })
          == [parentTable.columns[keyColumn].name.lowercased()]
    else { return nil }
    var trial = self
    let parentName = parentTable.name.quotedAsIdentifier
    var selected: [String] = []
    var terms: [SortTerm] = []
    for sql in group.order.map({ OrderTerm($0) }) {
      guard trial.isFound(sql.expression, in: parent),
        let collation = collation(of: sql, in: parentTable)
      else { return nil }
      selected.append(sql.expression)
      terms.append(
        SortTerm(
          isDescending: sql.isDescending,
          nullsFirst: sql.nullsFirst,
          collation: collation
        )
      )
    }
    if let title = group.title {
      guard trial.isFound(title, in: parent) else { return nil }
      selected.append(title)
    }
    if let folded = group.folded {
      guard trial.isFound(folded, in: parent) else { return nil }
      selected.append(folded.asTruth)
    }
    let keyName = parentTable.columns[keyColumn].name.quotedAsIdentifier
    let list = selected.joined(separator: "\n, ")
    return (
      terms,
      .lookup(
        table: parent,
        sql: "SELECT \(list)\n FROM \(parentName) WHERE \(parentName).\(keyName) = ?1"
      )
    )
  }

  private mutating func isFound(_ sql: String, in parent: Int) -> Bool {
    check(sql, from: schema.tables[parent].name.quotedAsIdentifier, at: []) { _, tables in
      tables.subtracting([parent]).isEmpty && !SQLTokens.haveSubquery(sql)
    }
  }
}
