import FeedModel
import FeedStore

extension QueryRegistration {
  /// Prepares the statements of all nodes.
  func prepareStatements() throws {
    for index in tables.indices {
      let table = schema.tables[index]
      let nodes = tables[index].nodes
      guard !nodes.isEmpty else { continue }
      // Every node has a separate probe, which reads its whole result.
      for node in nodes { try prepareAlone(node, table) }
      try prepareShared(nodes.filter(\.isPlain), index)
      for node in nodes {
        if node.plan.requeryReason != nil {
          for read in node.plan.reads { tables[read].requeries.append(node) }
          continue
        }
        if !node.isPlain, let probe = node.probe { tables[index].ownProbes.append(probe) }
        for join in node.plan.joins where join.unique == nil {
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
        guard case .lookup(let parent, let expressions, let from, _) = node.plan.groupAttributes
        else {
          continue
        }
        let list = expressions.joined(separator: "\n, ")
        node.groupLookup = try writer.prepare("SELECT \(list)\n\(from)")
        tables[parent].groupNodes.append(node)
      }
    }
    try prepareSubqueries()
  }

  private func prepareAlone(_ node: QueryNode, _ table: StoreSchema.Table) throws {
    if node.plan.isBounded { node.bound = BoundedWindow(plan: node.plan, table: table) }
    let probe = try RowProbe(
      nodes: [node],
      table: table,
      layout: tables[node.table].layout,
      prepare: prepare
    )
    node.probe = probe
    node.bound?.select = probe.select
    node.dueRows = try DueStatements(node.plan.time, table, writer)
    try addGroupAggregates(of: node)
  }

  /// Prepares the statements that answer for several nodes at once.
  ///
  /// A few nodes are cheapest with one statement. Of many, those with a guard are asked only about
  /// rows with its value, and the others in portions, since a row of a statement has a limited
  /// number of columns.
  private func prepareShared(_ plain: [QueryNode], _ index: Int) throws {
    let table = schema.tables[index]
    let layout = tables[index].layout
    let isCrowded = plain.count > 8
    for node in plain { node.isGuarded = isCrowded && node.plan.requiredValue != nil }
    let unguarded = plain.filter { !$0.isGuarded }
    let portion = 16
    tables[index].probe = try RowProbe(
      nodes: Array(unguarded.prefix(portion)),
      table: table,
      layout: layout,
      readsRanges: true,
      prepare: prepare
    )
    for start in stride(from: portion, to: unguarded.count, by: portion) {
      tables[index].ownProbes.append(
        try RowProbe(
          nodes: Array(unguarded[start..<min(start + portion, unguarded.count)]),
          table: table,
          layout: layout,
          readsColumns: false,
          prepare: prepare
        )
      )
    }
    var guarded: [(requiredValue: RequiredValue, nodes: [QueryNode])] = []
    var places: [RequiredValue: Int] = [:]
    for node in plain where node.isGuarded {
      guard let requiredValue = node.plan.requiredValue else { continue }
      if let place = places[requiredValue], guarded[place].nodes.count < portion {
        guarded[place].nodes.append(node)
      } else {
        places[requiredValue] = guarded.count
        guarded.append((requiredValue, [node]))
      }
    }
    for (requiredValue, nodes) in guarded {
      tables[index].guarded.add(
        try RowProbe(
          nodes: nodes,
          table: table,
          layout: layout,
          readsColumns: false,
          prepare: prepare
        ),
        for: requiredValue
      )
    }
  }

  /// Finds the rows of a node that one row concerns, which need not be there any more.
  func dependentsSQL(of join: ParentJoin, in plan: NodePlan) -> String {
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
}

extension QueryNode {
  /// Whether the node's answer for a row depends on nothing but the row.
  fileprivate var isPlain: Bool {
    plan.joins.isEmpty && plan.namedAggregates.isEmpty && plan.subqueries.isEmpty
      && plan.requeryReason == nil
  }
}
