import FeedSnapshots
import FeedStore

/// How far the order of a list is known of which only the beginning is kept.
///
/// The list always holds exactly the first rows of the order, up to its last one: a row that would
/// stand behind that one is left out, and when too few are left, the next ones are asked for.
final class BoundedWindow {
  /// How many rows must be known for the window to be filled.
  let needed: Int
  /// How many rows are asked for at once, so that not every departure needs a refill.
  let capacity: Int
  /// How many rows are too many.
  let excess: Int
  /// Whether the list holds all rows that there are.
  var isComplete = false
  /// Whether rows have come into the list or left it since it was looked at.
  var isUnsettled = false
  /// The statements that yield the next rows, by which values of the last one are NULL.
  private var statements: [UInt64: Statement] = [:]
  /// What the statements begin with, up to the condition.
  var select = ""
  private let plan: NodePlan
  private let keys: [String]

  init(plan: NodePlan, table: StoreSchema.Table) {
    self.plan = plan
    keys = table.orderedKey
    needed = plan.neededRows
    let ahead = max(16, min(needed, 256))
    capacity = needed > Int.max - 1024 ? needed : needed + ahead
    excess = needed > Int.max - 1024 ? needed : needed + 2 * ahead
  }

  /// A statement that yields the rows behind one row of the order.
  ///
  /// - Parameters:
  ///   - sort: The values that the row is ordered by.
  ///   - key: Its key.
  ///   - count: How many rows to yield at the most.
  ///   - prepare: Prepares a statement.
  /// - Returns: The statement, ready to be run.
  /// - Throws: What `prepare` throws.
  func statement(
    behind sort: [Value],
    _ key: ObjectKey,
    count: Int,
    prepare: (String) throws -> Statement
  ) throws -> Statement {
    var mask: UInt64 = 0
    for (index, value) in sort.enumerated() where value == .null { mask |= 1 << UInt64(index) }
    let statement = try statements[mask] ?? prepare(sql(nulls: mask))
    statements[mask] = statement
    for (index, value) in sort.enumerated() { statement.bind(value, at: index + 1) }
    let last = statement.bind(key, at: sort.count + 1)
    statement.bind(Int64(count), at: last)
    return statement
  }

  private func sql(nulls: UInt64) -> String {
    var conditions = plan.filter.map { ["(\($0)\n)"] } ?? []
    if let first = plan.terms.first, nulls & 1 == 0, first.nullsFirst, !first.isDescending {
      // Implied by what follows, and what an index is found by.
      conditions.append("\(expression(0)) >= ?1")
    }
    conditions.append(behind(0, nulls: nulls))
    return "\(select) WHERE \(conditions.joined(separator: " AND "))"
      + " ORDER BY \((plan.orderSQL + keys).joined(separator: "\n, "))"
      + " LIMIT ?\(plan.terms.count + keys.count + 1)"
  }

  private func expression(_ term: Int) -> String {
    "(\(plan.orderExpressions[term])\n) COLLATE \(plan.terms[term].collation.rawValue)"
  }

  /// The condition that a row stands behind the last one, from one term of the order on.
  private func behind(_ term: Int, nulls: UInt64) -> String {
    guard term < plan.terms.count else { return behindKey(0) }
    let sql = expression(term)
    let parameter = "?\(term + 1)"
    let isNull = nulls & 1 << UInt64(term) != 0
    let sortTerm = plan.terms[term]
    let larger = "\(sql) \(sortTerm.isDescending ? "<" : ">") \(parameter)"
    let strictly =
      switch (isNull, sortTerm.nullsFirst) {
      case (true, true): "\(sql) IS NOT NULL"
      case (true, false): "0"
      case (false, true): larger
      case (false, false): "(\(larger) OR \(sql) IS NULL)"
      }
    return "(\(strictly) OR \(sql) IS \(parameter) AND \(behind(term + 1, nulls: nulls)))"
  }

  private func behindKey(_ column: Int) -> String {
    let parameter = "?\(plan.terms.count + column + 1)"
    guard column + 1 < keys.count else { return "\(keys[column]) > \(parameter)" }
    return "(\(keys[column]) > \(parameter) OR \(keys[column]) IS \(parameter) AND "
      + "\(behindKey(column + 1)))"
  }
}

extension StoreSchema.Table {
  /// The columns of the primary key as terms of an order, compared by bytes.
  var orderedKey: [String] {
    primaryKey.map { column in
      let name = "\(name.quotedAsIdentifier).\(columns[column].name.quotedAsIdentifier)"
      return columns[column].collation.uppercased() == "BINARY" ? name : "\(name) COLLATE BINARY"
    }
  }
}
