import FeedStore

extension QuerySet {
  /// Prepares the statements of all nodes.
  func prepare(_ writer: Writer) throws {
    for index in tables.indices {
      let table = schema.tables[index]
      let nodes = tables[index].nodes
      let plain = nodes.filter { $0.plan.joins.isEmpty && $0.plan.requeryReason == nil }
      if !plain.isEmpty {
        tables[index].probe = try RowProbe(nodes: plain, table: table, writer: writer)
      }
      // Every node has a probe of its own too, to read its whole result by.
      for node in nodes {
        let probe = try RowProbe(nodes: [node], table: table, writer: writer)
        node.probe = probe
        if node.plan.requeryReason != nil {
          for read in node.plan.reads { tables[read].requeries.append(node) }
          continue
        }
        if !node.plan.joins.isEmpty { tables[index].ownProbes.append(probe) }
        for join in node.plan.joins {
          tables[join.table].dependents.append(
            Dependent(
              node: node,
              statement: try writer.prepare(dependentsSQL(of: join, in: table))
            )
          )
        }
      }
      for node in nodes {
        guard case .lookup(let parent, let sql) = node.plan.groupAttributes else { continue }
        node.groupLookup = try writer.prepare(sql)
        tables[parent].groupNodes.append(node)
      }
    }
  }

  private func dependentsSQL(of join: ParentJoin, in table: StoreSchema.Table) -> String {
    let key = table.primaryKey.map { table.columns[$0].name.quotedAsIdentifier }
    return "SELECT \(key.joined(separator: ", ")) FROM \(table.name.quotedAsIdentifier)"
      + " WHERE \(table.columns[join.column].name.quotedAsIdentifier) = ?1"
  }

  /// What makes a node slower than it could be.
  func notes(on node: QueryNode, writer: Writer) throws -> [String] {
    let table = schema.tables[node.table]
    var notes: [String] = []
    for join in node.plan.joins where node.plan.requeryReason == nil {
      let plan = try writer.prepare("EXPLAIN QUERY PLAN \(dependentsSQL(of: join, in: table))")
      var scans = false
      while try plan.step() { scans = scans || plan.text(at: 3).hasPrefix("SCAN") }
      guard scans else { continue }
      notes.append(
        "a changed '\(schema.tables[join.table].name)' scans '\(table.name)': add an index on "
          + "'\(table.columns[join.column].name)'"
      )
    }
    return notes
  }
}
