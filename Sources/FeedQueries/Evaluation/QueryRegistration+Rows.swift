import FeedModel
import FeedStore

extension QueryRegistration {
  /// Lays out what is read of each table's rows, and has all plans name places in them.
  func layOutRows() {
    for (index, table) in schema.tables.enumerated() {
      let state = tables[index]
      var computed: [ComputedPlan] = []
      for plan in state.nodes.flatMap(\.computed) where !computed.contains(plan) {
        computed.append(plan)
      }
      let columns = state.nodes.isEmpty ? nil : readColumns(of: index)
      if columns != nil || !computed.isEmpty {
        let columns = columns ?? Set(table.columns.indices)
        state.layOut(RowLayout(columns, computed: computed, of: table), of: table)
      }
      for node in state.nodes { node.place(in: state.layout) }
    }
  }

  /// The columns that are shown, or read to evaluate queries and aggregates; `nil` for all.
  private func readColumns(of index: Int) -> Set<Int>? {
    let table = schema.tables[index]
    var read: Set<Int> = []
    for node in tables[index].nodes {
      guard let columns = node.columns else { return nil }
      read.formUnion(columns)
      read.formUnion(table.columns(in: node.plan.columns))
    }
    for node in nodes {
      let plan = node.plan
      read.formUnion(watchedColumns(of: index, for: plan))
      for aggregate in plan.fields + plan.namedAggregates + plan.groupAggregates
      where aggregate.table == index {
        read.formUnion(table.columns(in: aggregate.columns))
      }
    }
    return read
  }

  /// Sets the shown fields of each node, once all computed values of rows are known.
  func setFields() {
    for state in tables where !state.nodes.isEmpty {
      let layout = state.layout
      var shown: Set<Int> = []
      for node in state.nodes {
        let columns = layout.columns.indices.filter { place in
          node.columns?.contains(layout.columns[place]) ?? true
        }
        // In the order of the query; other queries of the table may compute some of them first.
        let computed = node.computed.compactMap { layout.computed.firstIndex(of: $0) }
        let places =
          columns + computed.map { layout.columns.count + $0 }
          + node.aggregatePlaces.map { layout.count + $0 }
        node.fields = RowFields(places, of: state.shape)
        shown.formUnion(places)
      }
      state.show(shown)
    }
  }
}

extension StoreSchema.Table {
  /// Returns the columns of a mask with one bit per column; the last bit stands for the remaining
  /// columns.
  fileprivate func columns(in mask: UInt64) -> [Int] {
    columns.indices.filter { mask & 1 << UInt64(min($0, 63)) != 0 }
  }
}
