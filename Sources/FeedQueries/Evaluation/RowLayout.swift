import FeedStore

/// The columns of a table that are read, and their places in the kept rows.
///
/// Those are the columns that some query shows, and those that conditions, orders, groups, references
/// and aggregates name. Everything else in the table may change without being read.
struct RowLayout {
  /// The columns that are read, as places in the table, ascending.
  let columns: [Int]
  /// The columns that SQLite computes; they follow the columns of the table.
  let computed: [ComputedPlan]
  private let places: [Int?]

  /// Whether a computed column reads rows that the row refers to.
  var readsReferences: Bool { computed.contains(where: \.readsReferences) }
  /// The number of values that are read of a row.
  var count: Int { columns.count + computed.count }

  /// All columns of a table.
  init(allOf table: StoreSchema.Table) {
    columns = Array(table.columns.indices)
    computed = []
    places = columns
  }

  /// Some columns of a table.
  init(_ columns: Set<Int>, computed: [ComputedPlan], of table: StoreSchema.Table) {
    self.columns = columns.sorted()
    self.computed = computed
    var places = [Int?](repeating: nil, count: table.columns.count)
    for (place, column) in self.columns.enumerated() { places[column] = place }
    self.places = places
  }

  /// Returns the place of a column in a row, if it is read.
  func place(of column: Int) -> Int? { places[column] }

  /// Converts a mask of columns to a mask of places, one bit each; the last bit stands for the
  /// remaining columns.
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

  /// Returns a source of values with places in the row instead of columns.
  func placed(_ source: ValueSource) -> ValueSource {
    guard case .column(let column) = source else { return source }
    guard let place = places[column] else {
      preconditionFailure("column \(column) is evaluated without being read")
    }
    return .column(place)
  }
}
