import FeedModel
import FeedStore

/// Failures of expressions. A query leaves out the rows for which an expression fails, and shows the others.
extension QuerySet {
  /// Notes that the statement of a whole query fails; the query keeps its rows.
  func fail(_ node: QueryNode, _ error: any Error) {
    let message = error.reason
    if node.failures.ofWhole != message { notes.changeStatus() }
    node.failures.ofWhole = message
  }

  /// Forgets the failures of a row that is gone, or is asked again.
  func forgetFailures(of key: ObjectKey, table: Int) {
    let state = tables[table]
    guard !state.failedRows.isEmpty else { return }
    let key = state.representative(of: key)
    guard state.failedRows.remove(key) != nil else { return }
    for node in state.nodes where node.failures.remove(row: key) { notes.changeStatus() }
  }

  /// Forgets the failure of a row for one node, which has just answered.
  func forgetFailure(of key: ObjectKey, in node: QueryNode) {
    guard !tables[node.table].failedRows.isEmpty else { return }
    let key = tables[node.table].representative(of: key)
    if node.failures.remove(row: key) { notes.changeStatus() }
  }

  private func noteFailure(of key: ObjectKey, in node: QueryNode, _ error: any Error) {
    let row = ObjectID(entity: schema.tables[node.table].entity, key: key)
    let key = tables[node.table].representative(of: key)
    tables[node.table].failedRows.insert(key)
    node.failures.add(row: row, error.reason, by: key)
    notes.changeStatus()
  }

  /// Reads a row of which an expression fails, or failed before.
  ///
  /// A node whose own expression fails leaves the row out. A computed column that fails is NULL.
  ///
  /// - Complexity: One statement for each node and computed column of the table.
  @discardableResult
  func readSeparately(_ key: ObjectKey, table: Int) -> TouchedRow {
    forgetFailures(of: key, table: table)
    let state = tables[table]
    let nodes = state.nodes.filter { $0.plan.requeryReason == nil }
    rowsRead += 1
    do {
      let reads = try separateReads(table)
      guard let row = try reads.row(key, known: state[key]?.content) else {
        return notFound(key, table: table)
      }
      let record = take(row.key, row.values, table: table)
      for node in nodes {
        if let problem = reads.problem(of: node) {
          fail(node, problem)
          continue
        }
        if node.mayShow(record) { askSeparately(node, record) } else { remove(record, from: node) }
        for (computed, error) in row.failures
        where record.placements[node.slot] != nil
          && node.computed.contains(state.layout.computed[computed])
        {
          noteFailure(of: row.key, in: node, error)
        }
      }
      discardIfUnplaced(record, table: table)
      return TouchedRow(key: row.key, changed: .max)
    } catch let row as UnreadableRow {
      for node in nodes {
        if let record = state[key] { remove(record, from: node) }
        noteFailure(of: key, in: node, row.reason)
      }
      if let record = state[key] { discardIfUnplaced(record, table: table) }
    } catch {
      for node in nodes { fail(node, error) }
    }
    return TouchedRow(key: key, changed: .max)
  }

  /// Asks one node about a row, and leaves the row out if the node's expression fails.
  func askSeparately(_ node: QueryNode, _ record: ObjectRecord) {
    rowsRead += 1
    do {
      let probe = try separateReads(node.table).answer(of: node)
      let row = probe.statement
      row.bind(record.id.key, at: 1)
      guard try row.step() else { return remove(record, from: node) }
      defer { row.reset() }
      place(record, in: node, probe: probe, base: probe.bases[0], row: row)
    } catch  where error.isOfRows {
      remove(record, from: node)
      noteFailure(of: record.id.key, in: node, error)
    } catch {
      fail(node, error)
    }
  }

  /// Runs a node row by row, after its statement of the whole result has failed.
  ///
  /// A list that cannot be read makes each row fail, and a query that only SQLite can order has no rows by
  /// themselves: such a query fails as a whole.
  ///
  /// - Complexity: O(*n* · log *n*) for *n* rows of the table.
  func requeryByRow(_ node: QueryNode, after error: any Error) {
    node.endBulkLoad()
    guard let probe = node.probe, node.plan.requeryReason == nil,
      error.isOfRows,
      !lists.contains(where: { $0.isStale && $0.dependents.leads(to: node) })
    else {
      // A query that has never had its whole result shows nothing rather than a part.
      if !notes.areKept { removeAll(from: node) }
      return fail(node, error)
    }
    let table = schema.tables[node.table]
    var keys: [ObjectKey] = []
    do {
      let columns = table.primaryKey.map(table.qualified).joined(separator: ", ")
      let conditions = table.keyConditions.isEmpty ? ["1"] : table.keyConditions
      let statement = try writer.prepare(
        "SELECT \(columns) FROM \(table.name.quotedAsIdentifier)"
          + " WHERE \(conditions.joined(separator: " AND "))"
      )
      while try statement.step() {
        keys.append(table.key(table.primaryKey.indices.map { statement.value(at: $0) }))
      }
      // Without a joined table or its column, no row can be read.
      let reads = try separateReads(node.table)
      _ = try reads.answer(of: node)
      if let problem = reads.problem(of: node) { return fail(node, problem) }
    } catch {
      return fail(node, error)
    }
    let former = node.failures.ofWhole
    node.failures.ofWhole = nil
    for partition in node.partitions.values { partition.isComplete = true }
    var seen: Set<ObjectKey> = []
    for key in keys {
      seen.insert(tables[node.table].representative(of: key))
      readAlone(key, by: probe, table: node.table, mayDiffer: true)
      guard let bound = node.bound,
        let placement = record(key, table: node.table)?.placements[node.slot]
      else { continue }
      trim(placement.partition, of: node, to: bound)
    }
    removeAll(from: node, except: seen)
    if node.failures.removeRows(except: seen) || node.failures.ofWhole != former {
      notes.changeStatus()
    }
  }

  /// Notes that the whole result of a node is known.
  func succeed(_ node: QueryNode) {
    guard node.failures.ofWhole != nil else { return }
    node.failures.ofWhole = nil
    notes.changeStatus()
  }

  /// Takes all rows out of a node whose keys are not among some, in the order of its lists.
  func removeAll(from node: QueryNode, except keys: Set<ObjectKey> = []) {
    let state = tables[node.table]
    for record in placed(in: node) where !keys.contains(state.representative(of: record.id.key)) {
      remove(record, from: node)
      discardIfUnplaced(record, table: node.table)
    }
  }

  private func separateReads(_ table: Int) throws -> SeparateReads {
    if let known = tables[table].separateReads { return known }
    let reads = try SeparateReads(
      table: schema.tables[table],
      layout: tables[table].layout,
      prepare: { [clock, writer] in try clock.prepare($0, in: writer) }
    )
    tables[table].separateReads = reads
    return reads
  }
}

extension QueryNode {
  /// Tests a row for the value that the condition requires.
  fileprivate func mayShow(_ record: ObjectRecord) -> Bool {
    guard isGuarded, let required = plan.requiredValue else { return true }
    return record.content.values[required.column].asKey == required.value
  }
}

extension Dependents {
  /// Tests if the rows of a node depend on them, directly or through other lists.
  fileprivate func leads(to node: QueryNode) -> Bool {
    switch self {
    case .node(let other): other === node
    case .list(let list): list.dependents.leads(to: node)
    }
  }
}
