import FeedModel
import FeedStore

/// A row that a transaction has touched.
struct TouchedRow {
  let key: ObjectKey
  /// The columns in which it differs from what was known, a bit each; all, if it was not known, or is
  /// gone.
  let changed: UInt64
}

/// The values of one aggregate, by the keys of the objects or groups that they belong to.
///
/// A value is always computed by SQLite from all its rows, never by adding and subtracting, which
/// would let sums of reals drift. Which rows counted for whom is remembered, because a row that has
/// moved names only its new owner.
final class AggregateNode {
  let plan: AggregatePlan
  /// The columns that it depends on, as places in the rows of its table, a bit each.
  private let columns: UInt64
  /// The value by the owner's key; owners without rows have the empty value.
  private(set) var values: [Value: Value] = [:]
  /// The owner of each row that counts.
  private var owners: [ObjectKey: Value] = [:]
  private let keyRule: KeyRule
  /// Whether the key of a row may be NULL; such a row is not found again by its key.
  private let hasNullableKey: Bool
  private(set) var empty = Value.null
  private(set) var failure: String?
  /// The owners whose values SQLite cannot compute.
  private var failedOwners: Set<Value> = []
  /// The last failure that the queries have reported.
  var reportedFailure: String?
  /// The number of touched rows whose owners were read.
  private(set) var rowsRead = 0
  private let table: StoreSchema.Table
  private let compute: Statement
  private let owner: Statement
  private let allValues: Statement
  private let allOwners: Statement
  private let distinctOwners: Statement
  private let emptyValue: Statement
  /// Find the rows that are due at a tick; `nil` if the condition is not compared with the time in a form that allows it.
  private let dueRows: DueStatements?

  init(
    plan: AggregatePlan,
    columns: UInt64,
    schema: StoreSchema,
    dueRows: DueStatements?,
    prepare: (String) throws -> Statement
  ) throws {
    self.plan = plan
    self.columns = columns
    self.dueRows = dueRows
    let table = schema.tables[plan.table]
    self.table = table
    keyRule = KeyRule(table)
    hasNullableKey = !table.nullableKey.isEmpty
    let name = table.name.quotedAsIdentifier
    let declared = table.columns[plan.column]
    let stored = declared.name.quotedAsIdentifier
    let column = plan.owner.conversion(of: stored, declared).map { "(\($0))" } ?? stored
    let grouped =
      declared.knownCollation == plan.owner.collation && column == stored
      ? stored : "\(column) COLLATE \(plan.owner.collation.rawValue)"
    let isOwned = plan.owner.condition(stored, declared, "IS", "?1")
    let condition = plan.filter.map { "(\($0)\n)" } ?? "1"
    let keys = table.primaryKey.map { table.columns[$0].name.quotedAsIdentifier }
    let key = keys.enumerated().map { "\($1) = ?\($0 + 1)" }.joined(separator: " AND ")
    compute = try prepare(
      "SELECT (\(plan.value)\n) FROM \(name) WHERE \(isOwned) AND \(condition)"
    )
    owner = try prepare("SELECT \(column) FROM \(name) WHERE \(key) AND \(condition)")
    allValues = try prepare(
      "SELECT \(column), (\(plan.value)\n) FROM \(name) WHERE \(condition) GROUP BY \(grouped)"
    )
    allOwners = try prepare(
      "SELECT \(keys.joined(separator: ", ")), \(column) FROM \(name) WHERE \(condition)"
    )
    distinctOwners = try prepare("SELECT DISTINCT \(column) FROM \(name)")
    emptyValue = try prepare("SELECT (\(plan.value)\n) FROM \(name) WHERE 0")
  }

  /// The value for an object or a group.
  func value(for owner: Value) -> Value { values[key(owner)] ?? empty }

  /// Returns the representative of all keys that the owners' collation treats as equal.
  func key(_ owner: Value) -> Value { owner.asKey(plan.owner.collation) }

  /// Recomputes all values.
  ///
  /// - Returns: The owners whose values differ from before, or fail and did not, or the reverse.
  func refresh() -> [Value] {
    let formerlyFailed = failedOwners
    failedOwners = []
    var new: [Value: Value] = [:]
    var rows: [ObjectKey: Value] = [:]
    let count = table.primaryKey.count
    do {
      while try emptyValue.step() { empty = emptyValue.value(at: 0) }
      while try allOwners.step() {
        let row = keyRule.representative(of: allOwners.key(at: 0, count: count))
        rows[row] = key(allOwners.value(at: count))
      }
      while try allValues.step() {
        let value = allValues.value(at: 1)
        if value != empty { new[key(allValues.value(at: 0))] = value }
      }
      failure = nil
    } catch {
      guard error.isOfRows, let computed = valuesOneByOne() else {
        failedOwners = formerlyFailed
        fail(error)
        return []
      }
      if failure == nil { fail(error) }
      (new, rows) = (computed, [:])
    }
    let differing = Set(values.keys).union(new.keys).filter { values[$0] != new[$0] }
    values = new
    owners = rows
    return differing.union(formerlyFailed.symmetricDifference(failedOwners)).sorted {
      $0.compare($1) < 0
    }
  }

  /// Computes all values again, one by one, so that only those that SQLite cannot compute are NULL.
  ///
  /// The first of them, in the order of their owners, says why in ``failure``.
  ///
  /// - Returns: The values, or `nil` if the table cannot be read.
  private func valuesOneByOne() -> [Value: Value]? {
    failure = nil
    empty = value(of: emptyValue) ?? .null
    var keys: Set<Value> = []
    do {
      while try distinctOwners.step() { keys.insert(key(distinctOwners.value(at: 0))) }
    } catch {
      return nil
    }
    var values: [Value: Value] = [:]
    for key in keys.sorted(by: { $0.compare($1) < 0 }) {
      compute.bind(key, at: 1)
      let computed = value(of: compute)
      if computed == nil { failedOwners.insert(key) }
      let value = computed ?? .null
      if value != empty { values[key] = value }
    }
    return values
  }

  /// The value that a statement yields, or `nil` if it fails.
  private func value(of statement: Statement) -> Value? {
    defer { statement.reset() }
    do {
      return try statement.step() ? statement.value(at: 0) : .null
    } catch {
      if failure == nil { fail(error) }
      return nil
    }
  }

  /// Recomputes the values of the present and previous owners of touched rows.
  ///
  /// - Parameter rows: The rows, with the columns in which they differ from before.
  /// - Returns: The owners whose values differ from before, in the order of their rows.
  /// - Complexity: O(*r* + *s*) for *r* rows and *s* rows of their owners, if an index leads to them.
  func update(_ rows: ContiguousArray<TouchedRow>) -> [Value] {
    if failure != nil || hasNullableKey && rows.contains(where: { $0.key.hasNull }) {
      return refresh()
    }
    var dirty: [Value] = []
    var seen: Set<Value> = []
    var differing: [Value] = []
    do {
      for row in rows where row.changed & columns != 0 {
        rowsRead += 1
        let row = keyRule.representative(of: row.key)
        let before = owners[row]
        owner.bind(row, at: 1)
        let now = try owner.step() ? key(owner.value(at: 0)) : nil
        owner.reset()
        owners[row] = now
        for value in [before, now].compactMap({ $0 }) where seen.insert(value).inserted {
          dirty.append(value)
        }
      }
      for key in dirty {
        compute.bind(key, at: 1)
        let value = try compute.step() ? compute.value(at: 0) : .null
        compute.reset()
        guard value != self.value(for: key) else { continue }
        if value == empty { values.removeValue(forKey: key) } else { values[key] = value }
        differing.append(key)
      }
    } catch {
      // This contains the values that were computed before the failure.
      return differing + refresh()
    }
    return differing
  }

  /// Recomputes the values of the owners of rows that are due between two times.
  ///
  /// - Returns: The owners whose values differ from before, in the order of their rows.
  func update(from former: Value, to now: Value) -> [Value] {
    guard let dueRows, former != .null, now != .null,
      let keys = try? dueRows.keys(from: former, to: now)
    else { return refresh() }
    return update(ContiguousArray(keys.map { TouchedRow(key: $0, changed: .max) }))
  }

  private func fail(_ error: any Error) {
    failure = error.reason
  }
}

extension Error {
  /// Whether an expression has failed for some rows, as with an overflow or malformed JSON: other rows
  /// can be read.
  var isOfRows: Bool {
    guard let error = self as? StoreError else { return false }
    return error.code == .sql || error.code == .tooLarge
  }

  /// The message of SQLite, if the error has one.
  var reason: String { (self as? StoreError)?.failure?.message ?? "\(self)" }
}
