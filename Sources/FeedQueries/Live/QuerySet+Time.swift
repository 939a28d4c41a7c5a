import FeedModel
import FeedStore

extension QuerySet {
  /// Reads the rows again that are due between a former time and the time now.
  ///
  /// - Returns: The nodes to run again as a whole: those that are not kept by row, and all of them if
  ///   one of the times is NULL.
  /// - Complexity: O(*d* · log *n*) for *d* rows that are due, if indexes lead to them.
  func readDueRows(since former: Value) -> [QueryNode] {
    var whole: [QueryNode] = []
    for node in nodes where node.plan.time != nil {
      if node.dueRows.isEmpty || node.plan.requeryReason != nil || node.failure != nil
        || former == .null || clock.time == .null
      {
        whole.append(node)
      } else if overlooked != .dueRows {
        readDueRows(of: node, since: former)
      }
    }
    return whole
  }

  private func readDueRows(of node: QueryNode, since former: Value) {
    guard let probe = node.probe else { return }
    let table = schema.tables[node.table]
    var keys = KeySet()
    do {
      for (statement, form) in node.dueRows {
        let times = [former, clock.time].map(form.value)
        // Of both orders, one finds no row: only SQLite knows which time is less for the comparison.
        for (low, high) in [(times[0], times[1]), (times[1], times[0])] {
          statement.bind(low, at: 1)
          statement.bind(high, at: 2)
          while try statement.step() {
            keys.insert(table.key(table.primaryKey.indices.map { statement.value(at: $0) }))
          }
        }
      }
    } catch {
      return fail(node, error)
    }
    for key in keys.keys { readAlone(key, by: probe, table: node.table) }
  }
}
