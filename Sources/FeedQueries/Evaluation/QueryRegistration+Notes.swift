import FeedModel
import FeedStore

extension QueryRegistration {
  /// The columns that have to be indexed for the rows of a node to be found that one row concerns.
  func referringColumns(of join: ParentJoin, in plan: NodePlan) -> String {
    var names: [String] = []
    var step: ParentJoin? = join
    while let join = step {
      let child = join.child.map { plan.joins[$0] }
      let table = schema.tables[child?.table ?? plan.table]
      let columns = join.parts.map { $0.rule.indexed(table.columns[$0.column]) }
        .joined(separator: ", ")
      names.insert(child == nil ? "'\(columns)'" : "'\(table.name).\(columns)'", at: 0)
      step = child
    }
    return names.joined(separator: " and ")
  }

  /// The rows that a node cannot show, and what makes it slower than it could be.
  func notes(on node: QueryNode) throws -> [String] {
    let table = schema.tables[node.table]
    var notes = table.nullableKey.prefix(1).map { column in
      "a row of '\(table.name)' whose '\(table.columns[column].name)' is NULL is not shown: declare "
        + "'\(table.columns[column].name)' NOT NULL"
    }
    // No index can be added to the table of a document.
    if table.isDocument { return notes }
    for join in node.plan.joins where node.plan.requeryReason == nil && join.unique == nil {
      guard try scans(dependentsSQL(of: join, in: node.plan)) else {
        continue
      }
      notes.append(
        "a changed '\(schema.tables[join.table].name)' scans '\(table.name)': add an index on "
          + referringColumns(of: join, in: node.plan)
      )
    }
    notes += try subqueryNotes(on: node)
    if node.plan.requeryReason == nil { notes += try timeNotes(on: node.plan.time, in: table) }
    if node.plan.partitioning != .single, let bound = node.bound {
      if try scans(bound.nextRowsSQL) {
        notes.append(
          "a row that leaves its window scans '\(table.name)'" + advice(on: node, in: table)
        )
      }
    } else if node.bound != nil, let whole = node.probe?.whole,
      try plan(of: whole.sql, has: "TEMP B-TREE FOR ORDER BY")
    {
      notes.append(
        "filling the window sorts all of '\(table.name)'"
          + (canIndex(node.plan.orderExpressions, of: table)
            ? advice(on: indexTerms(of: node.plan, in: table)) : noIndex)
      )
    }
    return notes
  }

  /// Returns what makes a tick slow.
  private func timeNotes(on time: TimePlan?, in table: StoreSchema.Table) throws -> [String] {
    guard case .due(let due) = time else { return [] }
    return try due.filter { try scans($0.sql) }.map {
      "a tick scans '\(table.name)': add an index on '\($0.compared)'"
    }
  }

  private var noIndex: String { ", since an index cannot hold values of other tables" }

  private func advice(on terms: [String]) -> String {
    ": add an index on " + terms.map { "'\($0)'" }.joined(separator: ", ")
  }

  /// The terms of an index that has the order of a plan, which SQLite can also read backwards.
  private func indexTerms(of plan: NodePlan, in table: StoreSchema.Table) -> [String] {
    let isBackwards = plan.terms.allSatisfy(\.isDescending)
    return plan.orderExpressions.enumerated().map { index, expression in
      let term = plan.terms[index]
      let column = table.columnIndex(ofAnyCase: expression).map { table.columns[$0] }
      let usual = column?.knownCollation ?? .binary
      return expression + (term.collation == usual ? "" : " COLLATE \(term.collation.rawValue)")
        + (term.isDescending && !isBackwards ? " DESC" : "")
    }
  }

  /// Returns the index by which the rows of a list are found: its value, and the order if possible.
  private func advice(on node: QueryNode, in table: StoreSchema.Table) -> String {
    guard let list = node.plan.listExpression else { return "" }
    let column = table.columns.indices.first { table.qualified($0) == list }
      .map { table.columns[$0] }
    // An index names columns without their table.
    let shared = column?.name.quotedAsIdentifier ?? list
    guard canIndex([shared], of: table) else { return noIndex }
    let order = node.plan.orderExpressions
    return advice(
      on: [column?.name ?? String(list.dropFirst().dropLast(2))]
        + (canIndex([shared] + order, of: table) ? indexTerms(of: node.plan, in: table) : [])
    )
  }

  /// Returns whether SQLite accepts an index on the terms, which may use only columns of the table.
  private func canIndex(_ terms: [String], of table: StoreSchema.Table) -> Bool {
    let list = terms.map { "(\($0)\n)" }.joined(separator: ", ")
    let sql = "CREATE INDEX feed_proposed ON \(table.name.quotedAsIdentifier) (\(list))"
    return (try? writer.plan(of: sql)) != nil
  }

  /// Returns the causes that make an aggregate slow.
  func notes(on aggregate: AggregatePlan) throws -> [String] {
    let table = schema.tables[aggregate.table]
    let column = table.columns[aggregate.column]
    if table.isDocument { return [] }
    let name = column.name.quotedAsIdentifier
    let sql =
      "SELECT 1 FROM \(table.name.quotedAsIdentifier) WHERE "
      + aggregate.owner.condition(name, column, "IS", "?1")
    guard try scans(sql) else { return try timeNotes(on: aggregate.time, in: table) }
    let index = aggregate.owner.indexed(column)
    return try timeNotes(on: aggregate.time, in: table) + [
      "a changed '\(table.name)' scans '\(table.name)': add an index on '\(index)'"
    ]
  }

  /// Returns whether a statement reads all rows of a table; a subquery of one row is not a table.
  private func scans(_ sql: String) throws -> Bool {
    try writer.plan(of: sql).contains { step in
      step.hasPrefix("SCAN ") && step != "SCAN CONSTANT ROW" && !step.hasPrefix("SCAN (")
    }
  }

  /// Returns whether a word is in the plan of a statement.
  private func plan(of sql: String, has word: String) throws -> Bool {
    try writer.plan(of: sql).contains { $0.contains(word) }
  }
}
