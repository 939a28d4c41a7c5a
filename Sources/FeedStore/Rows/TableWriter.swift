import CSQLite
import FeedModel

/// Writes rows of one table, with a cached statement for each set of given columns.
final class TableWriter {
  let table: StoreSchema.Table
  let nameBytes: ContiguousArray<UInt8>
  private let columnBytes: [ContiguousArray<UInt8>]
  private let connection: Connection
  private var plans: [UpsertPlan] = []
  /// The plan that was used last.
  private var last = 0
  private var deletion: Statement?

  init(table: StoreSchema.Table, connection: Connection) {
    self.table = table
    self.connection = connection
    nameBytes = ContiguousArray(table.name.utf8)
    columnBytes = table.columns.map { ContiguousArray($0.name.utf8) }
  }

  /// Returns the text by which messages refer to a row of the current list.
  func place(_ position: Int) -> String { "row \(position + 1) of '\(table.name)'" }

  /// Returns the index of a column that has a name.
  ///
  /// - Returns: The index, or `nil` if the table has no such column.
  func columnIndex(
    after previous: Int?,
    where hasName: (ContiguousArray<UInt8>) -> Bool
  ) -> Int? {
    let start = previous.map { $0 + 1 } ?? 0
    for index in start..<max(start, columnBytes.count) where hasName(columnBytes[index]) {
      return index
    }
    for index in 0..<min(start, columnBytes.count) where hasName(columnBytes[index]) {
      return index
    }
    return nil
  }

  /// Updates a row, or inserts it if it does not exist.
  ///
  /// An upsert of SQLite is not sufficient: it requires values for all NOT NULL columns, even if
  /// the row exists.
  func upsert(_ row: RowBuffer, position: Int) throws {
    let plan = try plan(for: row.columns, position: position)
    for place in plan.keyPositions where row.values[place] == .null {
      throw missingKey(table.columns[row.columns[place]].name, "has NULL for", position)
    }
    do {
      bind(row.values, to: plan.update)
      let isThere = try plan.update.step()
      if isThere { plan.update.reset() }
      if isThere || (!plan.isProbe && connection.changedRows > 0) { return }
      bind(row.values, to: plan.insert)
      try plan.insert.run()
    } catch let error as StoreError {
      let key = table.key(plan.keyPositions.map { row.values[$0] })
      throw explain(error, key: key, row: row)
    }
  }

  /// Updates some columns of a row, if it exists.
  ///
  /// - Returns: Whether it exists.
  func patch(_ row: RowBuffer) throws -> Bool {
    let plan = try plan(for: row.columns, position: 0)
    do {
      bind(row.values, to: plan.update)
      let isThere = try plan.update.step()
      if isThere { plan.update.reset() }
      return isThere || (!plan.isProbe && connection.changedRows > 0)
    } catch let error as StoreError {
      throw explain(error, key: table.key(plan.keyPositions.map { row.values[$0] }), row: row)
    }
  }

  /// Returns the key of a row that names exactly the columns of its key, in any order.
  func key(of row: RowBuffer, position: Int) throws -> ContiguousArray<Value> {
    if let other = row.columns.first(where: { !table.primaryKey.contains($0) }) {
      let names = table.primaryKey.map { "'\(table.columns[$0].name)'" }.joined(separator: ", ")
      throw StoreError(
        .unknownColumn,
        "the key at \(place(position)) names '\(table.columns[other].name)', which is not part of it",
        hint: "the key consists of \(names)"
      )
    }
    return try ContiguousArray(
      table.primaryKey.map { column in
        guard let place = row.columns.firstIndex(of: column) else {
          throw missingKey(table.columns[column].name, "lacks", position)
        }
        return row.values[place]
      }
    )
  }

  /// Deletes a row, if it exists.
  func delete(_ key: ContiguousArray<Value>, position: Int) throws {
    guard key.count == table.primaryKey.count else {
      let names = table.primaryKey.map { "'\(table.columns[$0].name)'" }.joined(separator: ", ")
      throw StoreError(
        .missingKey,
        "the key at \(place(position)) has \(key.count) values, not \(table.primaryKey.count)",
        hint: "the key consists of \(names)"
      )
    }
    if let index = key.firstIndex(of: .null) {
      throw missingKey(table.columns[table.primaryKey[index]].name, "has NULL for", position)
    }
    let statement = try deletion ?? connection.prepare(deletionSQL, rules: .message)
    deletion = statement
    bind(key, to: statement)
    do { try statement.run() } catch let error as StoreError {
      throw explain(error, key: table.key(Array(key)), row: nil)
    }
  }

  private func bind(_ values: ContiguousArray<Value>, to statement: Statement) {
    for index in values.indices { statement.bind(values[index], at: index + 1) }
  }

  private var deletionSQL: String {
    let conditions = table.primaryKey.enumerated().map { offset, column in
      "\(table.columns[column].name.quotedAsIdentifier) = ?\(offset + 1)"
    }
    return "DELETE FROM \(table.name.quotedAsIdentifier) WHERE "
      + conditions.joined(separator: " AND ")
  }

  private func plan(
    for columns: ContiguousArray<Int>,
    position: Int
  ) throws -> UpsertPlan {
    if last < plans.count, plans[last].columns == columns { return plans[last] }
    if let index = plans.firstIndex(where: { $0.columns == columns }) {
      last = index
      return plans[index]
    }
    for column in table.primaryKey where !columns.contains(column) {
      throw missingKey(table.columns[column].name, "lacks", position)
    }
    for column in columns where table.columns[column].isGenerated {
      let name = table.columns[column].name
      throw StoreError(
        .invalidValue,
        "\(place(position)) has a value for '\(name)', which is computed from other columns",
        hint: "leave '\(name)' out"
      )
    }
    // The number of statements is limited, since messages may have any sets of columns.
    if plans.count >= 64 { plans.removeFirst() }
    plans.append(try UpsertPlan(columns: columns, table: table, connection: connection))
    last = plans.count - 1
    return plans[last]
  }

  private func missingKey(_ column: String, _ what: String, _ position: Int) -> StoreError {
    StoreError(
      .missingKey,
      "\(place(position)) \(what) '\(column)', a part of its primary key",
      hint: "give '\(column)' a value"
    )
  }

  func unknownColumn(_ name: String) -> StoreError {
    StoreError(
      .unknownColumn,
      "table '\(table.name)' has no column '\(name)'",
      hint: Suggestion.hint(for: name, among: table.columns.map(\.name), kind: "columns")
    )
  }
}

/// The statements that write a row with a given set of columns.
struct UpsertPlan {
  /// The columns, in ascending order; each is the parameter with its index.
  let columns: ContiguousArray<Int>
  /// The indices of the key's columns among the columns, in the order of the key.
  let keyPositions: [Int]
  /// The statement that updates the row, or finds it if only its key is given.
  let update: Statement
  let isProbe: Bool
  let insert: Statement

  init(
    columns: ContiguousArray<Int>,
    table: StoreSchema.Table,
    connection: Connection
  ) throws {
    let names = columns.map { table.columns[$0].name.quotedAsIdentifier }
    let target = table.name.quotedAsIdentifier
    let keyPositions = table.primaryKey.compactMap { columns.firstIndex(of: $0) }
    let others = columns.indices.filter { !keyPositions.contains($0) }
    let assignment: (Int) -> String = { "\(names[$0]) = ?\($0 + 1)" }
    let values = columns.indices.map { "?\($0 + 1)" }.joined(separator: ", ")
    let condition = keyPositions.map(assignment).joined(separator: " AND ")
    self.columns = columns
    self.keyPositions = keyPositions
    isProbe = others.isEmpty
    update = try connection.prepare(
      isProbe
        ? "SELECT 1 FROM \(target) WHERE \(condition)"
        : "UPDATE \(target) SET \(others.map(assignment).joined(separator: ", ")) "
          + "WHERE \(condition)",
      rules: .message
    )
    insert = try connection.prepare(
      "INSERT INTO \(target) (\(names.joined(separator: ", "))) VALUES (\(values))",
      rules: .message
    )
  }
}

/// A row under construction: columns in ascending order, and their values.
struct RowBuffer {
  private(set) var columns: ContiguousArray<Int> = []
  private(set) var values: ContiguousArray<Value> = []
  private(set) var isOpen = false

  mutating func begin() { isOpen = true }

  mutating func clear() {
    guard isOpen else { return }
    columns.removeAll(keepingCapacity: true)
    values.removeAll(keepingCapacity: true)
    isOpen = false
  }

  mutating func append(_ value: Value) { values.append(value) }

  /// Inserts a column in ascending order.
  ///
  /// - Returns: Whether the column is new.
  mutating func insert(_ value: Value, column: Int) -> Bool {
    guard let last = columns.last, last >= column else {
      columns.append(column)
      values.append(value)
      return true
    }
    var place = columns.count - 1
    while place > 0, columns[place - 1] >= column { place -= 1 }
    guard columns[place] != column else { return false }
    columns.insert(column, at: place)
    values.insert(value, at: place)
    return true
  }
}

extension TableWriter {
  /// Adds the row that SQLite has refused to an error, and a hint.
  func explain(_ error: StoreError, key: ObjectKey, row: RowBuffer?) -> StoreError {
    guard let failure = error.failure else { return error }
    let object = ObjectID(entity: table.entity, key: key)
    let isMismatch = failure.primaryCode == SQLITE_MISMATCH
    guard failure.primaryCode == SQLITE_CONSTRAINT || isMismatch else { return error }
    return StoreError(
      isMismatch ? .invalidValue : .constraint,
      "row '\(object)' cannot be \(row == nil ? "deleted" : "written"): \(failure.message)",
      hint: hint(for: failure, row: row),
      failure: failure
    )
  }

  private func hint(for failure: StoreError.Failure, row: RowBuffer?) -> String? {
    let column = failure.message.split(separator: ".").last.map(String.init) ?? ""
    switch failure.code {
    case ConstraintCode.notNull:
      return row?.columns.contains { table.columns[$0].name == column } ?? false
        ? "give '\(column)' a value"
        : "a new row needs a value for '\(column)', which has no default"
    case ConstraintCode.foreignKey:
      guard let row else { return "delete the rows that refer to it first" }
      let references = table.foreignKeys.compactMap { reference(by: $0, in: row) }
      return references.isEmpty
        ? "write the row that it refers to first"
        : "write the row that it refers to first: \(references.joined(separator: " or "))"
    case ConstraintCode.unique, ConstraintCode.primaryKey:
      return "another row has this value; change or delete that one first"
    case _ where failure.primaryCode == SQLITE_MISMATCH: return "the key must be an integer"
    default: return nil
    }
  }

  /// Returns the row that a foreign key refers to, if the message contains the whole key.
  private func reference(by key: StoreSchema.ForeignKey, in row: RowBuffer) -> String? {
    var values: [Value] = []
    for column in key.columns {
      guard let place = row.columns.firstIndex(of: column), row.values[place] != .null else {
        return nil
      }
      values.append(row.values[place])
    }
    return "'\(key.parentTable)/\(ObjectKey(values))'"
  }
}
