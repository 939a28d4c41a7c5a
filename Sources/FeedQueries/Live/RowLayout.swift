import FeedStore

/// Which columns of a table are read, and where they stand in the rows that are kept.
///
/// Those are the columns that some query shows, and those that conditions, orders, groups, references
/// and aggregates name. Everything else in the table may change without being read.
struct RowLayout {
  /// The columns that are read, as places in the table, ascending.
  let columns: [Int]
  private let places: [Int?]

  /// All columns of a table.
  init(allOf table: StoreSchema.Table) {
    columns = Array(table.columns.indices)
    places = columns
  }

  /// Some columns of a table.
  init(_ columns: Set<Int>, of table: StoreSchema.Table) {
    self.columns = columns.sorted()
    var places = [Int?](repeating: nil, count: table.columns.count)
    for (place, column) in self.columns.enumerated() { places[column] = place }
    self.places = places
  }

  /// Where a column stands in a row, if it is read.
  func place(of column: Int) -> Int? { places[column] }

  /// The places of columns, a bit each; the last bit is all others.
  ///
  /// - Returns: The places, in the same way; of columns that are not read, none.
  func places(of columns: UInt64) -> UInt64 {
    guard columns != .max else { return .max }
    var result: UInt64 = 0
    for (place, column) in self.columns.enumerated()
    where columns & 1 << UInt64(min(column, 63)) != 0 {
      result |= 1 << UInt64(min(place, 63))
    }
    return result
  }

  /// Where a value comes from when columns stand at their places.
  func placed(_ source: ValueSource) -> ValueSource {
    guard case .column(let column) = source else { return source }
    guard let place = places[column] else {
      preconditionFailure("column \(column) is evaluated without being read")
    }
    return .column(place)
  }
}

extension NodePlan {
  /// The plan with places in rows instead of columns, wherever a row is asked for values.
  func placed(in layout: RowLayout) -> NodePlan {
    var plan = self
    plan.columns = layout.places(of: columns)
    plan.askedColumns = layout.places(of: askedColumns)
    plan.sortSources = sortSources.map(layout.placed)
    switch partitioning {
    case .single: break
    case .group(let source): plan.partitioning = .group(layout.placed(source))
    case .parent(let source): plan.partitioning = .parent(layout.placed(source))
    }
    if case .row(let order, let title, let folded) = groupAttributes {
      plan.groupAttributes = .row(
        order: order.map(layout.placed),
        title: title.map(layout.placed),
        folded: folded.map(layout.placed)
      )
    }
    if let guardian, let place = layout.place(of: guardian.column) {
      plan.guardian = Guardian(column: place, value: guardian.value)
    }
    return plan
  }
}
