import FeedModel
import FeedStore

/// A compiled query: its plan and the children of its rows.
struct CompiledQuery {
  var plan: NodePlan
  /// The columns that are shown, or `nil` for all columns.
  var columns: [Int]?
  /// The computed columns, which are always shown.
  var computed: [ComputedPlan] = []
  var children: [Child] = []
  /// The children of each row, with the name of their inclusion.
  struct Child {
    var name: String
    var query: CompiledQuery
  }
}

/// Compiles declared queries to plans, and collects their errors.
///
/// SQLite compiles each fragment, so the language is exactly SQLite's. SQLite's authorizer reports
/// the tables and columns that a fragment reads.
struct QueryCompiler {
  let schema: StoreSchema
  let writer: Writer
  var errors: [QueryError] = []

  init(schema: StoreSchema, writer: Writer) {
    self.schema = schema
    self.writer = writer
  }

  /// Compiles a query and its children.
  ///
  /// - Returns: The plan, or `nil` if the query is invalid; ``errors`` then contains the reason.
  mutating func compile(
    _ query: LiveQuery,
    path: [String],
    parent: (on: String, table: StoreSchema.Table)? = nil
  ) -> CompiledQuery? {
    let errorsBefore = errors.count
    guard let tableIndex = tableIndex(of: query.from, path: path + ["from"]) else { return nil }
    if let limit = query.limit, limit < 1 {
      report(.limit, path + ["limit"], "the limit is \(limit), but at least one row must be shown")
    }
    if query.offset < 0 {
      report(.limit, path + ["offset"], "the offset is \(query.offset), but it counts rows")
    }
    let table = schema.tables[tableIndex]
    let fields = query.aggregates.compactMap {
      compile($0, of: table, path: path + ["aggregates", $0.name])
    }
    var fragments = FragmentCompiler(
      schema: schema,
      table: tableIndex,
      writer: writer,
      aggregates: fields
    )
    let lookup = parent == nil ? query.group.flatMap { fragments.lookup($0) } : nil
    fragments.joinRows(
      namedIn: query.fragments + (lookup == nil ? query.group?.lookFragments ?? [] : [])
    )
    var plan = NodePlan(table: tableIndex, limit: query.limit, offset: query.offset)
    plan.fields = fields
    compile(filtersOf: query, into: &plan, fragments: &fragments, path: path)
    if let parent {
      plan.partitioning = partitioning(on: parent, fragments: &fragments, path: path + ["on"])
      plan.listCollation = parent.table.onlyKey?.knownCollation ?? .binary
    } else if let group = query.group {
      compile(group, lookup, into: &plan, fragments: &fragments, path: path + ["group"])
    }
    compile(
      order: query.order,
      of: table,
      into: &plan,
      fragments: &fragments,
      path: path + ["order"]
    )
    let computed = query.computed.compactMap {
      compile($0, of: tableIndex, with: &fragments, path: path + ["computed", $0.name])
    }
    take(fragments, into: &plan, of: table)
    errors += fragments.errors

    let group = plan.groupRule(in: table)
    plan.groupAggregates = (query.group?.aggregates ?? []).compactMap {
      var aggregate = compile($0, owner: group, path: path + ["group", "aggregates", $0.name])
      if let plain = aggregate { aggregate?.owner = owner(of: plain, inGroupsOf: plan) }
      return aggregate
    }
    var compiled = CompiledQuery(plan: plan)
    compiled.columns = query.columns.map { names in
      names.enumerated().compactMap { self.column($1, of: table, path + ["columns", String($0)]) }
    }
    compiled.computed = computed
    compiled.children = query.include.compactMap { compile($0, in: table, path: path) }
    return errors.count == errorsBefore ? compiled : nil
  }

  /// Compiles a computed column, and joins the rows that it names to those of the query.
  private mutating func compile(
    _ column: ComputedColumn,
    of table: Int,
    with others: inout FragmentCompiler,
    path: [String]
  ) -> ComputedPlan? {
    var fragments = FragmentCompiler(
      schema: schema,
      table: table,
      writer: writer,
      aggregates: others.aggregates
    )
    // Other queries of the table join other rows to the expression.
    fragments.qualifiesColumns = true
    let sql = fragments.check(column.sql, at: path)
    errors += fragments.errors
    guard let sql else { return nil }
    if !fragments.subqueries.isEmpty || fragments.requeryReason != nil {
      report(
        .otherRows,
        path,
        "'\(column.sql)' reads other rows than the one of '\(schema.tables[table].name)'",
        hint:
          "use only columns of the row, of rows that it refers to by a unique key, and aggregates "
          + "of the query"
      )
      return nil
    }
    others.join(rowsOf: fragments)
    return ComputedPlan(
      name: column.name,
      sql: fragments.joins.isEmpty ? sql : fragments.subquery(sql),
      columns: fragments.columns,
      aggregates: fragments.namedAggregates,
      readsReferences: !fragments.joins.isEmpty
    )
  }

  /// Compiles the condition of a query, and that of its view.
  private func compile(
    filtersOf query: LiveQuery,
    into plan: inout NodePlan,
    fragments: inout FragmentCompiler,
    path: [String]
  ) {
    fragments.part = .condition
    defer { fragments.part = .value }
    let filters = [
      query.filter.flatMap { fragments.check($0, at: path + ["where"]) },
      query.viewFilter.flatMap { fragments.checkView($0, at: path + ["from"]) },
    ].compactMap(\.self)
    guard let last = filters.last else { return }
    let filter = filters.count == 1 ? last : "(\(filters[0])\n) AND (\(last)\n)"
    plan.filter = filter
    plan.requiredValue = fragments.requiredValue(of: filter)
    fragments.expressions.append(filter.asTruth)
  }

  private mutating func compile(
    order: [String],
    of table: StoreSchema.Table,
    into plan: inout NodePlan,
    fragments: inout FragmentCompiler,
    path: [String]
  ) {
    fragments.part = .order
    defer { fragments.part = .value }
    for (index, sql) in order.enumerated() {
      guard let sorted = fragments.term(sql, at: path + [String(index)]) else { continue }
      if index == 0, case .column(let column) = sorted.source {
        plan.leading = QueryReport.LeadingColumn(
          name: table.columns[column].name,
          isDescending: sorted.term.isDescending,
          nullsFirst: sorted.term.nullsFirst
        )
      }
      plan.orderSQL.append(sorted.sql)
      plan.terms.append(sorted.term)
      plan.sortSources.append(sorted.source)
      plan.orderExpressions.append(sorted.expression)
    }
  }

  /// Moves the result of all fragments into the plan.
  private func take(
    _ fragments: FragmentCompiler,
    into plan: inout NodePlan,
    of table: StoreSchema.Table
  ) {
    plan.columns = fragments.columns
    plan.askedColumns = askedColumns(of: plan, asked: fragments.askedColumns)
    plan.time = fragments.time
    plan.expressions = fragments.expressions
    switch plan.partitioning.source {
    case .column(let column)?: plan.listExpression = table.qualified(column)
    case .expression(let index)?: plan.listExpression = "(\(plan.expressions[index])\n)"
    case nil: break
    }
    plan.joins = fragments.joins.map { join in
      var join = join
      join.unique?.read = fragments.readColumns[join.table] ?? []
      return join
    }
    plan.namedAggregates = fragments.namedAggregates
    plan.reads = fragments.reads
    plan.requeryReason = fragments.requeryReason
    if plan.requeryReason == nil { plan.subqueries = fragments.subqueries }
    if plan.requeryReason != nil {
      plan.requiredValue = nil
      // The query returns the rows in order; their position is their sort key.
      plan.terms = [SortTerm()]
      plan.sortSources = []
    }
    if case .lookup(let table, _, _, _) = plan.groupAttributes { plan.reads.insert(table) }
  }

  private mutating func compile(
    _ inclusion: Inclusion,
    in table: StoreSchema.Table,
    path: [String]
  ) -> CompiledQuery.Child? {
    let path = path + ["include", inclusion.name]
    if table.primaryKey.count != 1 {
      report(
        .compoundParentKey,
        path,
        "'\(table.name)' has a key of \(table.primaryKey.count) columns, which one column of "
          + "'\(inclusion.query.from)' cannot refer to",
        hint: table.hintForCompoundKey
      )
    }
    return compile(inclusion.query, path: path, parent: (inclusion.on, table)).map {
      CompiledQuery.Child(name: inclusion.name, query: $0)
    }
  }

  /// Returns the position of a shown column, and reports an unknown one.
  private mutating func column(
    _ name: String,
    of table: StoreSchema.Table,
    _ path: [String]
  ) -> Int? {
    if let column = table.columnIndex(ofAnyCase: name) { return column }
    report(
      .unknownColumn,
      path,
      "'\(table.name)' has no column '\(name)'",
      hint: hint(for: name, among: table.columns.map(\.name))
    )
    return nil
  }

  /// Returns the columns whose changes require SQLite to place a known row.
  ///
  /// If none of them has changed, the row's values determine its place. All columns that the plan
  /// reads count if the list has a limit or a parent, or if groups take attributes from their rows.
  private func askedColumns(of plan: NodePlan, asked: UInt64) -> UInt64 {
    let isPlain = (plan.sortSources + [plan.partitioning.source].compactMap { $0 }).allSatisfy {
      if case .column = $0 { true } else { false }
    }
    let isFull: Bool =
      switch plan.groupAttributes {
      case .row: false
      case .lookup, nil: plan.limit == nil
      }
    if case .parent = plan.partitioning { return plan.columns }
    return isPlain && isFull ? asked : plan.columns
  }

  private mutating func partitioning(
    on parent: (on: String, table: StoreSchema.Table),
    fragments: inout FragmentCompiler,
    path: [String]
  ) -> Partitioning {
    guard let column = fragments.column(parent.on) else {
      let table = fragments.table
      report(
        .unknownColumn,
        path,
        "'\(table.name)' has no column '\(parent.on)'",
        hint: hint(for: parent.on, among: table.columns.map(\.name))
      )
      return .single
    }
    fragments.note(column)
    checkReference(
      of: fragments.table.columns[column],
      in: fragments.table,
      to: parent.table,
      path: path
    )
    return .parent(reference(by: column, to: parent.table, fragments: &fragments))
  }

  private mutating func compile(
    _ group: Grouping,
    _ lookup: (terms: [SortTerm], attributes: GroupAttributes)?,
    into plan: inout NodePlan,
    fragments: inout FragmentCompiler,
    path: [String]
  ) {
    guard let by = fragments.check(group.by, at: path + ["by"]),
      let collation = fragments.collation(ofGroup: by, at: path + ["by"])
    else { return }
    plan.partitioning = .group(fragments.source(of: by))
    plan.listCollation = collation
    plan.groupsHaveTitle = group.title != nil
    plan.groupsFold = group.folded != nil
    if let lookup {
      plan.groupTerms = lookup.terms
      plan.groupAttributes = lookup.attributes
      return
    }
    var order: [ValueSource] = []
    for (index, sql) in group.order.enumerated() {
      let termPath = path + ["order", String(index)]
      guard let sorted = fragments.term(sql, at: termPath, isGroup: true) else { continue }
      plan.groupTerms.append(sorted.term)
      order.append(sorted.source)
    }
    var title: ValueSource?
    if let sql = group.title.flatMap({ fragments.check($0, at: path + ["title"]) }) {
      title = fragments.source(of: sql)
    }
    var folded: ValueSource?
    if let sql = group.folded.flatMap({ fragments.check($0, at: path + ["folded"]) }) {
      folded = fragments.source(of: sql.asTruth)
    }
    plan.groupAttributes = .row(order: order, title: title, folded: folded)
  }

  mutating func tableIndex(of name: String, path: [String]) -> Int? {
    if let index = schema.index(ofAnyCase: name) { return index }
    if let refusal = schema.refusal(ofTable: name) {
      report(.unsupportedTable, path, refusal.message, hint: refusal.hint)
      return nil
    }
    if let tables = tablesRead(byView: name) {
      let view = ViewText(writer.text(ofView: name) ?? "")
      errors.append(
        QueryError(
          .view,
          at: path,
          "'\(name)' is a view, whose rows have no primary key",
          hint: view.replacement(tables, filter: "where"),
          swiftHint: view.replacement(tables, filter: "filter")
        )
      )
      return nil
    }
    if writer.text(ofView: name) != nil {
      report(
        .view,
        path,
        "'\(name)' is a view, whose rows have no primary key",
        hint: "declare a primary key in the table that it reads, such as id INTEGER PRIMARY KEY"
      )
      return nil
    }
    report(
      .unknownTable,
      path,
      "the schema has no table '\(name)'",
      hint: hint(for: name, among: schema.tables.map(\.name))
    )
    return nil
  }

  /// Returns the tables that a view reads, or `nil` if there is no view of that name.
  private func tablesRead(byView name: String) -> [String]? {
    // Tables were found before, so the name can only be a view.
    guard let facts = try? writer.inspect("SELECT * FROM \(name.quotedAsIdentifier)") else {
      return nil
    }
    return Set(facts.columnsRead.map(\.table)).sorted().map { schema.tables[$0].name }
  }

  func hint(for name: String, among names: [String]) -> String {
    Suggestion.question(for: name, among: names)
      ?? (names.isEmpty
        ? "the schema has no tables" : "there are: " + names.joined(separator: ", "))
  }

  mutating func report(
    _ code: QueryError.Code,
    _ path: [String],
    _ message: String,
    hint: String? = nil
  ) {
    errors.append(QueryError(code, at: path, message, hint: hint))
  }
}

extension LiveQuery {
  /// The expressions that are evaluated for each row.
  fileprivate var fragments: [String] {
    [filter, viewFilter, group?.by].compactMap { $0 } + order.map { OrderTerm($0).expression }
      + computed.map(\.sql)
  }
}

extension Grouping {
  /// The expressions that determine a group's order, title and folding.
  fileprivate var lookFragments: [String] {
    order.map { OrderTerm($0).expression } + [title, folded].compactMap { $0 }
  }
}

extension String {
  /// The expression as 1 if it is true, and 0 if it is false or NULL.
  ///
  /// `IS TRUE` would compare with the column `true`, if a table has one.
  var asTruth: String { "CASE WHEN (\(self)\n) THEN 1 ELSE 0 END" }
}
