import FeedDefinition
import FeedModel
import FeedQueries
import FeedStore

// The first and the last place of an order, for new rows.
extension EngineCore {
  /// Returns a key before or after those of all rows, shown or not.
  ///
  /// If the row at that end has no number, as with NULL, it gets one.
  ///
  /// - Complexity: O(log *n*) with an index of the column, O(*n*) without one or if rows get numbers.
  func makeEnd(for insertion: PreparedInsertion, _ writer: Writer) throws -> Value {
    guard let order = insertion.order else { return .integer(OrderKeys.gap) }
    let isLast = insertion.filling == .last
    let end = try outermost(insertion, order, writer)
    func keys(_ bounds: [OrderKeys.Bound]) -> OrderKeys {
      OrderKeys(
        left: { isLast && $0 < bounds.count ? bounds[$0] : nil },
        right: { !isLast && $0 < bounds.count ? bounds[$0] : nil }
      )
    }
    let bound = end.map { OrderKeys.Bound($0, order, isBefore: isLast) }
    if bound != .blocked, let key = keys(bound.map { [$0] } ?? []).gapKey() {
      return order.value(ofKey: key)
    }
    let rows = try rows(from: isLast, insertion, writer)
    let plan = keys(rows.map { OrderKeys.Bound($0.old, order, isBefore: isLast) }).plan()
    let others = zip(rows, isLast ? plan.left : plan.right).map { ($0.id, $0.old, $1) }
    let column = writer.schema.tables[insertion.table].columns[insertion.column].name
    for row in rewritten(isLast ? others.reversed() : others, column, order) {
      try writer.patch(row.id, with: row.values)
    }
    return order.value(ofKey: plan.key)
  }

  /// The value of the first or the last row of the order.
  private func outermost(
    _ insertion: PreparedInsertion,
    _ order: QueryReport.LeadingColumn,
    _ writer: Writer
  ) throws -> Value? {
    let table = writer.schema.tables[insertion.table]
    let column = table.columns[insertion.column].name.quotedAsIdentifier
    let isLast = insertion.filling == .last
    let statement = try writer.prepare(
      "SELECT \(column) FROM \(table.name.quotedAsIdentifier) ORDER BY \(column) "
        + (order.isDescending == isLast ? "ASC" : "DESC")
        + (order.nullsFirst == isLast ? " NULLS LAST" : " NULLS FIRST") + " LIMIT 1"
    )
    defer { statement.reset() }
    return try statement.step() ? statement.value(at: 0) : nil
  }

  /// All rows of a table and what their column holds, from one end of the order.
  private func rows(
    from isLast: Bool,
    _ insertion: PreparedInsertion,
    _ writer: Writer
  ) throws -> [(id: ObjectID, old: Value)] {
    let table = writer.schema.tables[insertion.table]
    let keys = table.primaryKey.map { table.columns[$0].name.quotedAsIdentifier }
    let names = keys + [table.columns[insertion.column].name.quotedAsIdentifier]
    func read(_ terms: some Collection<String>) throws -> Statement {
      try writer.prepare(
        "SELECT \(names.joined(separator: ", ")) FROM \(table.name.quotedAsIdentifier) "
          + "ORDER BY \((terms + keys).joined(separator: ", "))"
      )
    }
    // Terms that name columns of parents are left out with what follows them: such a tie is by the key.
    let terms = insertion.terms
    let last = terms.indices.reversed().first { (try? read(terms[...$0])) != nil }
    let statement = try read(terms[...(last ?? 0)])
    var rows: [(id: ObjectID, old: Value)] = []
    while try statement.step() {
      let key = table.key(keys.indices.map { statement.value(at: $0) })
      rows.append((ObjectID(entity: table.entity, key: key), statement.value(at: keys.count)))
    }
    return isLast ? rows.reversed() : rows
  }
}
