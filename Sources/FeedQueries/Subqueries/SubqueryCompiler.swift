import FeedStore

/// Derives from the subqueries of an expression the rows that depend on a changed row.
///
/// The derivation: a row of a subquery matters only to rows with which it satisfies the equalities
/// in WHERE or ON, whatever the rest of the subquery is. Each table of a subquery is therefore
/// connected by equalities of columns with one other table, and so with the query's own row. If a
/// result changes, it does so through a combination of rows that satisfies all equalities before or
/// after the change; the changed row in it that is nearest to the own row leads there, because the
/// rows between them have not changed.
struct SubqueryCompiler {
  /// A row that an expression names.
  enum Row: Hashable {
    /// The query's own row.
    case own
    /// A row that it refers to, by its position among the joins.
    case joined(Int)
    /// A row of a subquery.
    case inner(Int)
  }

  /// A column of a row.
  struct Operand {
    let row: Row
    let column: Int
  }

  /// The equalities between a row of a subquery and the row that it leads to.
  struct Edge {
    let other: Row
    /// The columns of the row and of the other row, with the comparison.
    var pairs: [(column: Int, other: Int, comparison: Comparison)]
  }

  /// The comparison of two columns.
  struct Comparison {
    /// `=` or `IS`.
    let sign: String
    /// The collation, which is that of the left operand.
    let collation: String
  }

  let schema: StoreSchema
  let writer: Writer
  /// The query's own table.
  let table: Int
  let joins: [ParentJoin]
  let sql: String
  let tree: SubqueryTree
  /// The columns of each table that the expression reads.
  let reads: [Int: Set<Int>]
  var edges: [Int: Edge] = [:]
  /// The subqueries that are kept as lists, with the compared columns.
  var lists: [Int: Operand] = [:]

  init(_ fragments: FragmentCompiler, sql: String, facts: StatementFacts) {
    schema = fragments.schema
    writer = fragments.writer
    table = fragments.tableIndex
    joins = fragments.joins
    self.sql = sql
    tree = SubqueryTree(sql, schema: schema)
    reads = facts.columnsByTable
  }

  /// Derives the plan.
  ///
  /// - Returns: The plan and the expression to evaluate, or the reason to run the whole query.
  mutating func compile() -> Result<(plan: SubqueryPlan, sql: String), Refusal> {
    if let problem = tree.problem { return .failure(Refusal(reason: "a subquery \(problem)")) }
    let known = Set(tree.instances.map(\.table)).union(joins.map(\.table)).union([table])
    if let stranger = reads.keys.filter({ !known.contains($0) }).min() {
      return .failure(Refusal(reason: "a subquery reads '\(schema.tables[stranger].name)'"))
    }
    for scope in tree.scopes.indices {
      if let instance = connect(scope), !makeList(of: scope) {
        let name = schema.tables[tree.instances[instance].table].name
        return .failure(
          Refusal(reason: "a subquery reads '\(name)' without an equality that leads to the row")
        )
      }
    }
    if let instance = tree.instances.first(where: { !schema.tables[$0.table].nullableKey.isEmpty })
    {
      let name = schema.tables[instance.table].name
      return .failure(Refusal(reason: "a subquery reads '\(name)', whose key may be NULL"))
    }
    return .success((plan(of: nil), rewritten))
  }

  /// The reason to run the whole query after each change.
  struct Refusal: Error {
    let reason: String
  }

  // MARK: Connections

  /// Connects the tables of a subquery with each other and with the rows around it.
  ///
  /// - Returns: The first table that is not connected, or `nil`.
  private mutating func connect(_ scope: Int) -> Int? {
    var open = tree.scopes[scope].instances
    var count: Int
    repeat {
      count = open.count
      for instance in open where edges[instance] == nil { edges[instance] = edge(from: instance) }
      open.removeAll { edges[$0] != nil }
    } while open.count < count
    return open.first
  }

  /// Returns the equalities that connect a table with another connected row.
  private func edge(from instance: Int) -> Edge? {
    let described = tree.instances[instance]
    var found: [Edge] = []
    for condition in described.leftJoin ?? tree.scopes[described.scope].conditions {
      guard let (left, sign, right) = equality(condition, in: described.scope) else { continue }
      let isLeft = left.row == .inner(instance)
      let (mine, other) = isLeft ? (left, right) : (right, left)
      guard mine.row == .inner(instance), other.row != .inner(instance), isConnected(other.row),
        sign == "=" || other.row == .own, compares(mine, other)
      else { continue }
      let comparison = Comparison(sign: sign, collation: self.column(left).collation)
      let pair = (column: mine.column, other: other.column, comparison: comparison)
      if let known = found.firstIndex(where: { $0.other == other.row }) {
        found[known].pairs.append(pair)
      } else {
        found.append(Edge(other: other.row, pairs: [pair]))
      }
    }
    return found.first { $0.other == .own } ?? found.first
  }

  private func isConnected(_ row: Row) -> Bool {
    if case .inner(let instance) = row { return edges[instance] != nil || isListed(instance) }
    return true
  }

  func isListed(_ instance: Int) -> Bool { lists[tree.instances[instance].scope] != nil }

  /// Returns whether a value of the first column finds the same rows as a parameter that it finds in
  /// the comparison: SQLite converts the value by the second column's affinity alone.
  func compares(_ mine: Operand, _ other: Operand) -> Bool {
    switch (column(other).affinity, column(mine).affinity) {
    case (.integer, _), (.real, _), (.numeric, _): true
    case (.text, .text), (.text, .none), (.none, .none): true
    default: false
    }
  }

  /// Parses an equality of two columns.
  private func equality(
    _ tokens: [SQLToken],
    in scope: Int
  ) -> (left: Operand, sign: String, right: Operand)? {
    guard let place = tokens.firstIndex(where: { $0.isSign("=") || $0.isKeyword("IS") }) else {
      return nil
    }
    let isDouble =
      tokens[place].isSign("=") && place + 1 < tokens.count && tokens[place + 1].isSign("=")
    guard let left = operand(tokens[..<place], in: scope),
      let right = operand(tokens[(place + (isDouble ? 2 : 1))...], in: scope)
    else { return nil }
    return (left, tokens[place].isSign("=") ? "=" : "IS", right)
  }

  // MARK: Names

  /// Resolves a column's name as SQLite does, from the inside to the outside.
  ///
  /// - Returns: The column, or `nil` if the tokens are not one, or if its meaning is not certain.
  func operand(_ name: ArraySlice<SQLToken>, in scope: Int?) -> Operand? {
    guard let last = name.last, last.isName, let first = name.first,
      name.count == 1
        || name.count == 3 && first.isName && name.dropFirst().first?.isSign(".") == true
    else { return nil }
    let qualifier = name.count == 3 ? first.text.lowercased() : nil
    var scope = scope
    while let number = scope {
      let candidates = tree.scopes[number].instances.filter { index in
        let instance = tree.instances[index]
        return qualifier.map { instance.name.lowercased() == $0 }
          ?? (schema.tables[instance.table].columnIndex(ofAnyCase: last.text) != nil)
      }
      if let only = candidates.first {
        guard candidates.count == 1 else { return nil }
        return operand(.inner(only), tree.instances[only].table, last.text)
      }
      if qualifier == nil, tree.scopes[number].mayRename { return nil }
      scope = tree.scopes[number].parent
    }
    if let qualifier {
      if let join = joins.firstIndex(where: { $0.name.lowercased() == qualifier }) {
        return operand(.joined(join), joins[join].table, last.text)
      }
      return qualifier == schema.tables[table].name.lowercased()
        ? operand(.own, table, last.text) : nil
    }
    let isShared = joins.contains {
      schema.tables[$0.table].columnIndex(ofAnyCase: last.text) != nil
    }
    return isShared ? nil : operand(.own, table, last.text)
  }

  private func operand(_ row: Row, _ table: Int, _ column: String) -> Operand? {
    schema.tables[table].columnIndex(ofAnyCase: column).map { Operand(row: row, column: $0) }
  }

  func table(of row: Row) -> Int {
    switch row {
    case .own: table
    case .joined(let join): joins[join].table
    case .inner(let instance): tree.instances[instance].table
    }
  }

  func column(_ operand: Operand) -> StoreSchema.Column {
    schema.tables[table(of: operand.row)].columns[operand.column]
  }
}

extension StatementFacts {
  /// The columns that are read, by the positions of their tables.
  var columnsByTable: [Int: Set<Int>] {
    var columns: [Int: Set<Int>] = [:]
    for read in columnsRead {
      columns[read.table, default: []].formUnion(read.column.map { [$0] } ?? [])
    }
    return columns
  }
}
