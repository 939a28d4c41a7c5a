import FeedModel
import FeedStore

/// The statements that find the rows of one table that are due at a tick.
struct DueStatements {
  private let statements: [(statement: Statement, form: TimeForm)]
  private let table: StoreSchema.Table

  /// - Returns: `nil` if no statement is needed: a tick reads all rows, or does not concern the query.
  init?(_ plan: TimePlan?, _ table: StoreSchema.Table, _ writer: Writer) throws {
    guard case .due(let rows) = plan else { return nil }
    statements = try rows.map { (try writer.prepare($0.sql), $0.form) }
    self.table = table
  }

  /// Finds the rows that are due between two times.
  ///
  /// - Complexity: O(*d* · log *n*) for *d* rows that are due, if indexes lead to them.
  func keys(from former: Value, to now: Value) throws -> [ObjectKey] {
    var keys = KeySet()
    for (statement, form) in statements {
      let times = [former, now].map(form.value)
      // Of both orders, one finds no row: only SQLite knows which time is less for the comparison.
      for (low, high) in [(times[0], times[1]), (times[1], times[0])] {
        statement.bind(low, at: 1)
        statement.bind(high, at: 2)
        while try statement.step() {
          keys.insert(table.key(table.primaryKey.indices.map { statement.value(at: $0) }))
        }
      }
    }
    return keys.keys
  }
}
