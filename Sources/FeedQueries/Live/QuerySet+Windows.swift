import FeedSnapshots
import FeedStore

extension QuerySet {
  /// Whether a row stands behind all that is known of a list of which only the beginning is kept.
  func isBeyond(_ record: ObjectRecord, in node: QueryNode, _ sort: SortKey) -> Bool {
    guard let bound = node.bound, !bound.isComplete else { return false }
    let last = node.list.last(node.partition(.null)?.root ?? 0)
    return last == 0 || node.precedes(node.list[last], sort, record.id)
  }

  /// Has windows that have lost or got many rows hold as many as they should.
  func settleWindows() {
    guard !unsettled.isEmpty else { return }
    let nodes = unsettled
    unsettled.removeAll(keepingCapacity: true)
    for node in nodes {
      guard let bound = node.bound else { continue }
      bound.isUnsettled = false
      let root = { node.partition(.null)?.root ?? 0 }
      if node.list.count(root()) > bound.excess {
        while node.list.count(root()) > bound.capacity {
          let record = node.list[node.list.last(root())]
          remove(record, from: node)
          discardIfUnplaced(record, table: node.table)
        }
        bound.isComplete = false
      } else if !bound.isComplete, node.list.count(root()) < bound.needed {
        refill(node, bound)
      }
    }
    // What was done here has left every window as it should be.
    for node in unsettled { node.bound?.isUnsettled = false }
    unsettled.removeAll(keepingCapacity: true)
  }

  /// Asks for the rows behind the last one that is known.
  ///
  /// - Complexity: O(*w*) for a window of *w* rows, if an index has the order.
  private func refill(_ node: QueryNode, _ bound: BoundedWindow) {
    let root = node.partition(.null)?.root ?? 0
    let last = node.list.last(root)
    guard last != 0, let sort = node.list[last].placements[node.slot]?.sort, let probe = node.probe
    else {
      requery(node)
      return
    }
    let wanted = bound.capacity - node.list.count(root)
    do {
      let row = try bound.statement(
        behind: sort.values,
        node.list[last].id.key,
        count: wanted,
        prepare: { try prepareTimed($0) }
      )
      bound.isComplete = true
      let count = try readRows(of: row, probe, for: node)
      bound.isComplete = count < wanted
    } catch {
      bound.isComplete = false
      fail(node, error)
    }
  }

  /// Reads rows of a node's result and puts them into its lists.
  ///
  /// - Returns: How many there were.
  private func readRows(of row: Statement, _ probe: RowProbe, for node: QueryNode) throws -> Int {
    let primaryKey = schema.tables[node.table].primaryKey
    var count = 0
    while try row.step() {
      let values = probe.values(of: row)
      let key = ObjectKey(primaryKey.map { values[$0] })
      let record = tables[node.table].records[key] ?? newRecord(key, values, table: node.table)
      tables[node.table].records[key] = record
      place(record, in: node, probe: probe, base: probe.bases[0], row: row)
      discardIfUnplaced(record, table: node.table)
      count += 1
    }
    return count
  }
}

extension SortKey {
  /// The values, one for each term.
  var values: [Value] {
    switch self {
    case .one(let value): [value]
    case .many(let values): Array(values)
    }
  }
}
