import FeedModel
import FeedStore

extension QueryRegistration {
  /// Lays out what is read of each table's rows, and has all plans name places in them.
  func layOutRows() {
    for (index, table) in schema.tables.enumerated() {
      let state = tables[index]
      if !state.nodes.isEmpty, let columns = readColumns(of: index) {
        state.layOut(RowLayout(columns, of: table), of: table)
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
      for aggregate in plan.fields + plan.namedAggregates + plan.groupAggregates
      where aggregate.table == index {
        read.formUnion(table.columns(in: aggregate.columns))
      }
    }
    return read
  }

  /// Says what the rows of each node show, when all that is computed for rows is known.
  func setFields() {
    for state in tables where !state.nodes.isEmpty {
      let count = state.layout.columns.count
      var shown: Set<Int> = []
      for node in state.nodes {
        let columns = state.layout.columns.indices.filter { place in
          node.columns?.contains(state.layout.columns[place]) ?? true
        }
        let places = columns + node.aggregatePlaces.map { count + $0 }
        node.fields = RowFields(places, of: state.shape)
        shown.formUnion(places)
      }
      state.show(shown)
    }
  }
}

extension StoreSchema.Table {
  /// The columns that are named by a bit each, the last of which is all others.
  fileprivate func columns(in mask: UInt64) -> [Int] {
    columns.indices.filter { mask & 1 << UInt64(min($0, 63)) != 0 }
  }
}
