import FeedModel
import FeedStore

/// Rows that depend on other rows by subqueries, or by joins with other columns than keys.
extension QuerySet {
  /// The rows of nodes to read again, in the order of the nodes.
  private struct Concerned {
    var rows: [Int: KeySet] = [:]
    /// The nodes to run again as a whole.
    var nodes: Set<Int> = []
  }

  /// Reads the rows again that depend on changed rows of subqueries.
  ///
  /// - Complexity: O(*r* + *d*) for *r* changed rows that subqueries read and *d* dependent rows, if
  ///   indexes lead to them.
  func updateDependents(
    after touched: [(table: Int, rows: ContiguousArray<TouchedRow>)]
  ) {
    var concerned = Concerned()
    for (table, rows) in touched {
      if let watched = tables[table].watched { follow(watched, rows, table, &concerned) }
      for list in tables[table].lists {
        let places = tables[table].layout.places(of: list.plan.columns.mask)
        for row in rows where row.changed == .max || row.changed & places != 0 {
          list.touched.insert(row.key)
        }
      }
    }
    // A list precedes those whose members depend on it.
    for list in lists where !list.touched.keys.isEmpty || list.isStale {
      follow(list, &concerned)
    }
    for node in nodes {
      if concerned.nodes.contains(node.index) {
        requery(node)
      } else if let keys = concerned.rows[node.index]?.keys, let probe = node.probe {
        for key in keys { readAlone(key, by: probe, table: node.table) }
      }
    }
  }

  /// Reads all rows that subqueries read.
  func refreshSubqueries() {
    for table in tables {
      guard let watched = table.watched else { continue }
      do { try watched.fill() } catch {
        for link in watched.links { fail(link.dependents, error) }
      }
    }
    for list in lists {
      _ = list.touched.take()
      do { try list.fill() } catch { fail(list.dependents, error) }
    }
  }

  private func follow(
    _ watched: WatchedRows,
    _ rows: ContiguousArray<TouchedRow>,
    _ table: Int,
    _ concerned: inout Concerned
  ) {
    do {
      if watched.isStale {
        try watched.fill()
        for link in watched.links { concern(link.dependents, &concerned) }
        return
      }
      for row in rows where row.changed & watched.places != 0 || row.changed == .max {
        rowsRead += 1
        guard let change = try watched.change(of: row.key) else { continue }
        for link in watched.links where link.columns & change.columns != 0 {
          let old = overlooked == .formerRows && change.new != nil ? nil : change.old
          let new = overlooked == .newRows && change.old != nil ? nil : change.new
          let arguments = [old, new].compactMap { values in
            values.map { values in link.parameters.map { values[$0] } }
          }
          for (index, values) in arguments.enumerated() where index == 0 || values != arguments[0] {
            find(link.statement, values, link.dependents, &concerned)
          }
        }
      }
    } catch {
      watched.isStale = true
      for link in watched.links { fail(link.dependents, error) }
    }
  }

  private func follow(_ list: KeptList, _ concerned: inout Concerned) {
    do {
      if list.isStale {
        _ = list.touched.take()
        try list.fill()
        return concern(list.dependents, &concerned)
      }
      rowsRead += list.touched.keys.count
      let change = try list.update()
      let isWhole =
        change.hasOtherNulls && overlooked != .nulls
        || change.hasOtherEmptiness && overlooked != .emptiness
      if isWhole { return concern(list.dependents, &concerned) }
      for value in change.values where overlooked != .listedValues {
        find(list.statement, [value], list.dependents, &concerned)
      }
    } catch {
      list.isStale = true
      fail(list.dependents, error)
    }
  }

  /// Notes the rows that a statement finds.
  private func find(
    _ statement: Statement,
    _ values: [Value],
    _ dependents: Dependents,
    _ concerned: inout Concerned
  ) {
    for (index, value) in values.enumerated() { statement.bind(value, at: index + 1) }
    let table = schema.tables[dependents.table]
    do {
      while try statement.step() {
        let key = table.key(table.primaryKey.indices.map { statement.value(at: $0) })
        switch dependents {
        case .node(let node): concerned.rows[node.index, default: KeySet()].insert(key)
        case .list(let list) where overlooked != .members: list.touched.insert(key)
        case .list: break
        }
      }
    } catch {
      fail(dependents, error)
    }
  }

  /// Notes that all rows may be concerned.
  private func concern(_ dependents: Dependents, _ concerned: inout Concerned) {
    switch dependents {
    case .node(let node): concerned.nodes.insert(node.index)
    case .list(let list): list.isStale = true
    }
  }

  private func fail(_ dependents: Dependents, _ error: any Error) {
    switch dependents {
    case .node(let node): fail(node, error)
    case .list(let list):
      list.isStale = true
      fail(list.dependents, error)
    }
  }
}

extension Dependents {
  /// The position in the schema of the table of the dependent rows.
  fileprivate var table: Int {
    switch self {
    case .node(let node): node.table
    case .list(let list): list.plan.table
    }
  }
}
