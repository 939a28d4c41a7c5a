import FeedModel
import FeedStore

extension QueryRegistration {
  /// Returns the statements that lead to the rows of a node from rows of subqueries and from rows
  /// that are joined by another column than their key.
  func links(of plan: NodePlan) -> [RowLink] {
    guard plan.requeryReason == nil else { return [] }
    return plan.subqueries.links
      + plan.joins.compactMap { join in
        guard let unique = join.unique else { return nil }
        return RowLink(
          table: join.table,
          columns: unique.read.union(unique.columns),
          parameters: unique.columns,
          sql: dependentsSQL(of: join, in: plan),
          name: nil,
          sought: referringColumns(of: join, in: plan)
        )
      }
  }

  /// Returns the columns of a table that subqueries and lists of a plan read.
  func watchedColumns(of table: Int, for plan: NodePlan) -> Set<Int> {
    func read(_ links: [RowLink], _ lists: [ListPlan]) -> Set<Int> {
      var columns: Set<Int> = []
      for link in links where link.table == table { columns.formUnion(link.columns) }
      for list in lists {
        if list.table == table { columns.formUnion(list.columns) }
        columns.formUnion(read(list.inner.links, list.inner.lists))
      }
      return columns
    }
    return read(links(of: plan), plan.subqueries.lists)
  }

  /// Prepares the statements of all subqueries that are kept incrementally.
  func prepareSubqueries() throws {
    var found: [Int: [(link: RowLink, dependents: Dependents)]] = [:]
    func add(_ links: [RowLink], _ dependents: Dependents) {
      for link in links { found[link.table, default: []].append((link, dependents)) }
    }
    func add(_ plan: ListPlan, _ dependents: Dependents) throws {
      let list = try KeptList(plan, of: schema.tables[plan.table], for: dependents, writer: writer)
      for inner in plan.inner.lists { try add(inner, .list(list)) }
      add(plan.inner.links, .list(list))
      lists.append(list)
      tables[plan.table].lists.append(list)
    }
    for node in nodes where node.plan.requeryReason == nil {
      add(links(of: node.plan), .node(node))
      for list in node.plan.subqueries.lists { try add(list, .node(node)) }
    }
    for (table, found) in found {
      let columns = found.reduce(into: Set<Int>()) { $0.formUnion($1.link.columns) }.sorted()
      tables[table].watched = try WatchedRows(
        schema.tables[table],
        columns: columns,
        places: tables[table].layout.places(of: columns.mask),
        links: found.map { link, dependents in
          let places = link.columns.compactMap { columns.firstIndex(of: $0) }
          return WatchedRows.Link(
            statement: try writer.prepare(link.sql),
            parameters: link.parameters.compactMap { columns.firstIndex(of: $0) },
            columns: places.mask,
            dependents: dependents
          )
        },
        writer: writer
      )
    }
  }
}

// MARK: - Notes

extension QueryRegistration {
  /// Returns the indexes that the subqueries of a node lack.
  func subqueryNotes(on node: QueryNode) throws -> [String] {
    guard node.plan.requeryReason == nil, let probe = node.probe else { return [] }
    let steps = try writer.plan(of: probe.statement.sql)
    let links = links(of: node.plan)
    var notes: [String] = []
    for link in links {
      guard let name = link.name else { continue }
      let isScanned = steps.contains {
        $0 == "SCAN \(name)" || $0.hasPrefix("SCAN \(name) ")
          || $0.hasPrefix("SEARCH \(name) USING AUTOMATIC")
      }
      let table = schema.tables[link.table]
      guard isScanned, !table.isDocument else { continue }
      let columns = link.parameters.map { "'\(table.name).\(table.columns[$0].name)'" }
      notes.append(
        "a row of '\(schema.tables[node.table].name)' scans '\(table.name)': add an index on "
          + columns.joined(separator: " and ")
      )
    }
    let readsList = steps.contains { $0.hasPrefix("LIST SUBQUERY") }
    for list in node.plan.subqueries.lists
    where readsList && !schema.tables[list.table].isDocument {
      notes.append(
        "a row of '\(schema.tables[node.table].name)' reads a whole list: add an index on "
          + list.listed
      )
    }
    return try notes + self.notes(on: links, node.plan.subqueries.lists, of: node.table)
  }

  /// Returns the indexes that lead from changed rows to the rows that depend on them.
  private func notes(on links: [RowLink], _ lists: [ListPlan], of table: Int) throws -> [String] {
    func note(_ sql: String, _ changed: Int, _ sought: String) throws -> [String] {
      // No index can be added to the table of a document.
      guard !schema.tables[table].isDocument,
        try writer.plan(of: sql).contains(where: { $0.contains("SCAN") })
      else { return [] }
      return [
        "a changed '\(schema.tables[changed].name)' scans '\(schema.tables[table].name)': "
          + "add an index on \(sought)"
      ]
    }
    return try links.flatMap { try note($0.sql, $0.table, $0.sought) }
      + lists.flatMap { list in
        try note(list.sql, list.table, list.sought)
          + notes(on: list.inner.links, list.inner.lists, of: list.table)
      }
  }
}

extension Sequence<Int> {
  /// The numbers as a bit mask; bit 63 is shared by all larger numbers.
  var mask: UInt64 { reduce(0) { $0 | 1 << UInt64(Swift.min($1, 63)) } }
}
