import FeedModel
import FeedStore

extension QuerySet {
  /// Returns whether a row is after the known part of a list whose beginning alone is kept.
  func isBeyond(
    _ record: ObjectRecord,
    in node: QueryNode,
    key: Value,
    _ sort: SortKey
  ) -> Bool {
    guard node.bound != nil, let partition = node.partitions[key], !partition.isComplete else {
      return false
    }
    let last = node.list.last(partition.root)
    return last == 0 || node.precedes(last, sort, record.id)
  }

  /// Fills or trims the windows that lost or gained many rows.
  func settleWindows() {
    for (node, partition) in notes.takeUnsettled() {
      guard let bound = node.bound else { continue }
      trim(partition, of: node, to: bound)
      if !partition.isComplete, node.list.count(partition.root) < bound.needed {
        refill(partition, of: node, bound)
      }
      assert(node.list.count(partition.root) <= bound.excess, "a window keeps too many rows")
    }
    // All windows have the right size now.
    _ = notes.takeUnsettled()
  }

  /// Forgets the last rows of a list that has become too long.
  func trim(_ partition: Partition, of node: QueryNode, to bound: BoundedWindow) {
    guard node.list.count(partition.root) > bound.excess else { return }
    while node.list.count(partition.root) > bound.capacity {
      let record = node.list[node.list.last(partition.root)]
      remove(record, from: node)
      discardIfUnplaced(record, table: node.table)
    }
    partition.isComplete = false
  }

  /// Reads the rows after the last known one.
  ///
  /// - Complexity: O(*w*) for a window of *w* rows, if an index has the order.
  private func refill(_ partition: Partition, of node: QueryNode, _ bound: BoundedWindow) {
    guard let probe = node.probe else { return }
    let last = node.list.last(partition.root)
    let wanted = bound.capacity - node.list.count(partition.root)
    do {
      let row =
        if last == 0 {
          try bound.statement(in: partition.key, count: wanted) {
            try clock.prepare($0, in: writer)
          }
        } else {
          try bound.statement(
            behind: node.sort(of: last).values,
            node.list[last].id.key,
            in: partition.key,
            count: wanted,
            prepare: { try clock.prepare($0, in: writer) }
          )
        }
      // Every arriving row is wanted now.
      partition.isComplete = true
      let count = try readRows(of: row, probe, for: node)
      partition.isComplete = count < wanted
    } catch {
      partition.isComplete = false
      requeryByRow(node, after: error)
    }
  }

  /// Reads rows of a node's result and puts them into its lists.
  private func readRows(of row: Statement, _ probe: RowProbe, for node: QueryNode) throws -> Int {
    let table = schema.tables[node.table]
    var count = 0
    while try row.step() {
      rowsRead += 1
      let values = probe.values(of: row)
      let key = probe.key(of: row, in: table)
      let record = self.record(key, table: node.table) ?? newRecord(key, values, table: node.table)
      tables[node.table][key] = record
      place(record, in: node, probe: probe, base: probe.bases[0], row: row)
      discardIfUnplaced(record, table: node.table)
      count += 1
    }
    return count
  }
}
