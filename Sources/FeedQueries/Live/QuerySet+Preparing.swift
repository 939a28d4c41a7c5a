import FeedStore

extension QuerySet {
  /// Prepares the statements of all nodes.
  func prepare(_ writer: Writer) throws {
    for index in tables.indices {
      let table = schema.tables[index]
      let nodes = tables[index].nodes
      guard !nodes.isEmpty else { continue }
      // Every node has a probe of its own, to read its whole result by.
      for node in nodes { try prepareAlone(node, table, writer) }
      try prepareShared(nodes.filter(\.isPlain), index)
      for node in nodes {
        if node.plan.requeryReason != nil {
          for read in node.plan.reads { tables[read].requeries.append(node) }
          continue
        }
        if !node.isPlain, let probe = node.probe { tables[index].ownProbes.append(probe) }
        for join in node.plan.joins {
          tables[join.table].dependents.append(
            Dependent(
              node: node,
              statement: try writer.prepare(dependentsSQL(of: join, in: node.plan))
            )
          )
        }
      }
      for node in nodes {
        for read in node.plan.reads { tables[read].readers.append(node) }
        guard case .lookup(let parent, let sql) = node.plan.groupAttributes else { continue }
        node.groupLookup = try writer.prepare(sql)
        tables[parent].groupNodes.append(node)
      }
    }
  }

  private func prepareAlone(
    _ node: QueryNode,
    _ table: StoreSchema.Table,
    _ writer: Writer
  ) throws {
    if node.plan.isBounded { node.bound = BoundedWindow(plan: node.plan, table: table) }
    let probe = try RowProbe(nodes: [node], table: table, prepare: prepareTimed)
    node.probe = probe
    node.bound?.select = probe.select
    try addGroupAggregates(of: node, writer: writer)
  }

  /// Prepares the statements that answer for several nodes at once.
  ///
  /// A few nodes are cheapest asked together. Of many, those that demand a value are only asked about
  /// rows that hold it, and the others in portions, since a row has only so many columns.
  private func prepareShared(_ plain: [QueryNode], _ index: Int) throws {
    let table = schema.tables[index]
    tables[index].bareProbe = try RowProbe(nodes: [], table: table, prepare: prepareTimed)
    let isCrowded = plain.count > 8
    for node in plain { node.isGuarded = isCrowded && node.plan.guardian != nil }
    let unguarded = plain.filter { !$0.isGuarded }
    let portion = 16
    tables[index].probe = try RowProbe(
      nodes: Array(unguarded.prefix(portion)),
      table: table,
      prepare: prepareTimed
    )
    for start in stride(from: portion, to: unguarded.count, by: portion) {
      tables[index].ownProbes.append(
        try RowProbe(
          nodes: Array(unguarded[start..<min(start + portion, unguarded.count)]),
          table: table,
          readsColumns: false,
          prepare: prepareTimed
        )
      )
    }
    var guarded: [(guardian: Guardian, nodes: [QueryNode])] = []
    var places: [Guardian: Int] = [:]
    for node in plain where node.isGuarded {
      guard let guardian = node.plan.guardian else { continue }
      if let place = places[guardian], guarded[place].nodes.count < portion {
        guarded[place].nodes.append(node)
      } else {
        places[guardian] = guarded.count
        guarded.append((guardian, [node]))
      }
    }
    for (guardian, nodes) in guarded {
      tables[index].guarded.add(
        try RowProbe(nodes: nodes, table: table, readsColumns: false, prepare: prepareTimed),
        for: guardian
      )
    }
  }

  /// Finds the rows of a node that one row concerns, which need not be there any more.
  private func dependentsSQL(of join: ParentJoin, in plan: NodePlan) -> String {
    let own = schema.tables[plan.table]
    let key = own.primaryKey.map {
      "\(own.name.quotedAsIdentifier).\(own.columns[$0].name.quotedAsIdentifier)"
    }
    var between: [String] = []
    var child = join.child
    while let index = child {
      between.insert(plan.joins[index].sql, at: 0)
      child = plan.joins[index].child
    }
    let referring = join.child.map { plan.joins[$0] }
    let table = schema.tables[referring?.table ?? plan.table]
    let name = (referring?.name ?? own.name).quotedAsIdentifier
    let conditions = join.parts.map { part in
      let column = table.columns[part.column]
      let sql = "\(name).\(column.name.quotedAsIdentifier)"
      return part.rule.condition(sql, column, "=", "?\(part.keyPlace + 1)")
    }
    return "SELECT \(key.joined(separator: ", ")) FROM "
      + ([own.name.quotedAsIdentifier] + between).joined(separator: " ")
      + " WHERE \(conditions.joined(separator: " AND "))"
  }

  /// The columns that have to be indexed for the rows of a node to be found that one row concerns.
  private func referringColumns(of join: ParentJoin, in plan: NodePlan) -> String {
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

  /// What makes a node slower than it could be.
  func notes(on node: QueryNode, writer: Writer) throws -> [String] {
    let table = schema.tables[node.table]
    var notes: [String] = []
    for join in node.plan.joins where node.plan.requeryReason == nil {
      guard try plan(of: dependentsSQL(of: join, in: node.plan), writer).contains("SCAN") else {
        continue
      }
      notes.append(
        "a changed '\(schema.tables[join.table].name)' scans '\(table.name)': add an index on "
          + referringColumns(of: join, in: node.plan)
      )
    }
    if node.plan.partitioning != .single, let bound = node.bound {
      if try plan(of: bound.nextRowsSQL, writer).contains("SCAN") {
        notes.append(
          "a row that leaves its window scans '\(table.name)': add an index on what its list shares"
        )
      }
    } else if node.bound != nil, let whole = node.probe?.whole,
      try plan(of: whole.sql, writer).contains("TEMP B-TREE FOR ORDER BY")
    {
      notes.append(
        "filling the window sorts all of '\(table.name)': add an index on "
          + node.plan.orderExpressions.map { "'\($0)'" }.joined(separator: ", ")
      )
    }
    return notes
  }

  /// What makes an aggregate slower than it could be.
  func notes(on aggregate: AggregatePlan, writer: Writer) throws -> [String] {
    let table = schema.tables[aggregate.table]
    let column = table.columns[aggregate.column]
    let name = column.name.quotedAsIdentifier
    let sql =
      "SELECT 1 FROM \(table.name.quotedAsIdentifier) WHERE "
      + aggregate.owner.condition(name, column, "IS", "?1")
    guard try plan(of: sql, writer).contains("SCAN") else { return [] }
    let index = aggregate.owner.indexed(column)
    return ["a changed '\(table.name)' scans '\(table.name)': add an index on '\(index)'"]
  }

  /// How SQLite runs a statement, a line a step.
  private func plan(of sql: String, _ writer: Writer) throws -> String {
    let rows = try writer.prepare("EXPLAIN QUERY PLAN \(sql)")
    var lines: [String] = []
    while try rows.step() { lines.append(rows.text(at: 3)) }
    return lines.joined(separator: "\n")
  }
}

extension QueryNode {
  /// Whether the node's answer for a row depends on nothing but the row.
  fileprivate var isPlain: Bool {
    plan.joins.isEmpty && plan.namedAggregates.isEmpty && plan.requeryReason == nil
  }
}
