import FeedModel
import FeedStore

extension QuerySet {
  /// Runs a node as a whole, and compares the result by key with what is known.
  ///
  /// Rows after the kept part of a window are left out.
  ///
  /// - Complexity: O(*r* · log *r*) for *r* rows of the result, known or new.
  func requery(_ node: QueryNode) {
    guard let probe = node.probe, let row = probe.whole else { return }
    if let strange = node.plan.reads.intersection(incompatibleTables).min() {
      return fail(node, IncompatibleTable(schema.tables[strange], in: writer.schema))
    }
    let table = node.table
    // An empty list cannot lack any rows.
    let wasEmpty = node.partitions.values.allSatisfy { $0.root == 0 }
    if wasEmpty, !notes.areKept, node.bound == nil { node.beginBulkLoad() }
    defer { node.endBulkLoad() }
    var seen: Set<ObjectKey> = []
    var count = 0
    var ordinal: Int64 = 0
    do {
      while try row.step() {
        rowsRead += 1
        let values = probe.values(of: row, room: tables[table].fields.count)
        count += 1
        let key = probe.key(of: row, in: schema.tables[table])
        let record = take(key, values, table: table)
        place(
          record,
          in: node,
          probe: probe,
          base: probe.bases[0],
          row: row,
          ordinal: node.plan.requeryReason == nil ? nil : ordinal
        )
        if let placement = record.placements[node.slot] {
          if !wasEmpty { seen.insert(key) }
          if let bound = node.bound { trim(placement.partition, of: node, to: bound) }
        }
        discardIfUnplaced(record, table: table)
        ordinal += 1
      }
    } catch {
      return requeryByRow(node, after: error)
    }
    // In the order of the lists, so that two replicas remove in the same order.
    for record in wasEmpty ? [] : placed(in: node) where !seen.contains(record.id.key) {
      remove(record, from: node)
      discardIfUnplaced(record, table: table)
    }
    if let bound = node.bound {
      if node.plan.partitioning == .single, count >= bound.excess {
        node.partitions[.null]?.isComplete = false
      }
      for partition in node.partitions.values where !partition.isComplete {
        notes.unsettle(partition, of: node)
      }
    }
    if node.failures.removeRows() { notes.changeStatus() }
    succeed(node)
  }

  /// Runs a query and its children as a whole, aggregates and groups included.
  ///
  /// - Returns: The differences from the known rows; none if all rows are right.
  func recheck(_ root: ShownQuery) -> QueryChanges {
    refreshAggregates()
    func check(_ root: ShownQuery) {
      requery(root.node)
      settleWindows()
      if root.node.groupLookup != nil {
        for partition in root.node.partitions.values.sorted(by: { $0.key.compare($1.key) < 0 }) {
          regroup(root.node, partition)
        }
      }
      for child in root.children { check(child.query) }
    }
    check(root)
    return takeChanges()
  }

  /// The rows of a node, in the order of its lists.
  func placed(in node: QueryNode) -> [ObjectRecord] {
    let partitions = node.partitions.values.sorted { $0.key.compare($1.key) < 0 }
    return partitions.flatMap { partition in
      var records: [ObjectRecord] = []
      var handle = node.list.first(partition.root)
      while handle != 0 {
        records.append(node.list[handle])
        handle = node.list.next(handle)
      }
      return records
    }
  }
}
