import FeedModel
import FeedStore

/// The size of lists of which only the beginning is kept, and the statements that find the next
/// rows.
///
/// A list always holds exactly the first rows of its order, up to its last one. A row after that
/// one is left out, and when too few rows are left, the next ones are read.
final class BoundedWindow {
  /// The number of rows that fill the window.
  let needed: Int
  /// The number of rows to read at a time, so that not every departure needs a refill.
  let capacity: Int
  /// The number of rows from which a list is trimmed.
  let excess: Int
  /// The statements that yield the next rows, by which values of the last one are NULL.
  private var statements: [UInt64: Statement] = [:]
  /// The statement that yields the first rows.
  private var beginning: Statement?
  /// The beginning of the statements, up to the condition.
  var select = ""
  private let plan: NodePlan
  private let keys: [String]
  /// The condition that a row is in one list, whose value is the first parameter after the key.
  private let membership: String?
  /// The conditions that a row has a key.
  private let keyConditions: [String]

  init(plan: NodePlan, table: StoreSchema.Table) {
    self.plan = plan
    keys = table.orderedKey
    keyConditions = table.keyConditions
    let parameter = plan.terms.count + keys.count + 1
    membership = plan.listExpression.map {
      "\($0) COLLATE \(plan.listCollation.rawValue) IS ?\(parameter)"
    }
    needed = plan.neededRows
    // Of many lists, each keeps little more than it shows.
    let ahead = max(membership == nil ? 16 : 4, min(needed, 256))
    capacity = needed > Int.max - 1024 ? needed : needed + ahead
    excess = needed > Int.max - 1024 ? needed : needed + 2 * ahead
  }

  /// Returns a statement that yields the rows after one row of the order.
  ///
  /// - Throws: The error of `prepare`.
  func statement(
    behind sort: [Value],
    _ key: ObjectKey,
    in list: Value,
    count: Int,
    prepare: (String) throws -> Statement
  ) throws -> Statement {
    var mask: UInt64 = 0
    for (index, value) in sort.enumerated() where value == .null { mask |= 1 << UInt64(index) }
    let statement = try statements[mask] ?? prepare(sql(nulls: mask))
    statements[mask] = statement
    for (index, value) in sort.enumerated() { statement.bind(value, at: index + 1) }
    bind(list, count: count, at: statement.bind(key, at: sort.count + 1), of: statement)
    return statement
  }

  /// A statement that yields the first rows of a list.
  ///
  /// - Throws: The error of `prepare`.
  func statement(
    in list: Value,
    count: Int,
    prepare: (String) throws -> Statement
  ) throws -> Statement {
    let statement = try beginning ?? prepare(sql(where: conditions))
    beginning = statement
    bind(list, count: count, at: plan.terms.count + keys.count + 1, of: statement)
    return statement
  }

  private func bind(_ list: Value, count: Int, at place: Int, of statement: Statement) {
    statement.bind(list, at: place)
    statement.bind(Int64(count), at: place + 1)
  }

  /// The conditions of the list's rows.
  private var conditions: [String] {
    (plan.filter.map { ["(\($0)\n)"] } ?? []) + (membership.map { [$0] } ?? []) + keyConditions
  }

  /// The SQL that finds the rows after one without NULL values.
  var nextRowsSQL: String { sql(nulls: 0) }

  private func sql(nulls: UInt64) -> String {
    var conditions = conditions
    if let first = plan.terms.first, nulls & 1 == 0, first.nullsFirst, !first.isDescending {
      // Implied by what follows, and what an index is found by.
      conditions.append("\(expression(0)) >= ?1")
    }
    conditions.append(behind(0, nulls: nulls))
    return sql(where: conditions)
  }

  private func sql(where conditions: [String]) -> String {
    select + (conditions.isEmpty ? "" : " WHERE \(conditions.joined(separator: " AND "))")
      + " ORDER BY \((plan.orderSQL + keys).joined(separator: "\n, "))"
      + " LIMIT ?\(plan.terms.count + keys.count + 2)"
  }

  private func expression(_ term: Int) -> String {
    "(\(plan.orderExpressions[term])\n) COLLATE \(plan.terms[term].collation.rawValue)"
  }

  /// Returns the condition that a row is after the last one, from one term of the order on.
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
  /// The columns of the primary key as terms of an order.
  var orderedKey: [String] { primaryKey.map { qualified($0) } }
}
