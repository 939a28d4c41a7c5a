import FeedDefinition
public import FeedModel
import FeedQueries
import FeedStore

extension EngineCore {
  /// Writes a row; a new row without a key gets one, and the declared defaults.
  func put(
    _ table: String,
    row: (Writer) throws -> [String: Value],
    now: Value?
  ) throws -> PutOutcome {
    var outcome: (id: ObjectID, isNew: Bool)?
    let update = try commit(needsFresh: true) { writer in
      outcome = try put(table, try row(writer), now: now, writer)
    }
    guard let outcome else { preconditionFailure("a transaction ended without its body") }
    return PutOutcome(id: outcome.id, isNew: outcome.isNew, update: update)
  }

  /// Writes a row in the transaction that is running.
  func put(
    _ name: String,
    _ row: [String: Value],
    now: Value?,
    _ writer: Writer
  ) throws -> (id: ObjectID, isNew: Bool) {
    var row = row
    guard let index = writer.schema.index(of: name) else {
      try writer.upsert(row, into: name)
      preconditionFailure("a row was written to a table that is not there")
    }
    let table = writer.schema.tables[index]
    if table.primaryKey.count == 1, table.hasIntegerPrimaryKey, let column = table.primaryKey.first
    {
      let key = table.columns[column].name
      if (row[key] ?? .null) == .null { row[key] = .integer(try nextKey(of: table, writer)) }
    }
    let keys = table.primaryKey.compactMap { row[table.columns[$0].name] }
    let isNew =
      keys.count == table.primaryKey.count ? try storedKey(keys, of: table, writer) == nil : true
    if isNew { try fill(&row, of: index, now: now, writer) }
    try writer.upsert(row, into: name)
    // The key as stored, which can differ from the key as written.
    let key = try storedKey(keys, of: table, writer) ?? table.key(keys)
    return (ObjectID(entity: table.entity, key: key), isNew)
  }

  /// Deletes a row.
  func delete(_ id: ObjectID) throws -> FeedUpdate? {
    try commit(needsFresh: true) { writer in
      if let table = writer.schema.table(of: id),
        try storedKey(id.key.values, of: table, writer) == nil
      {
        throw EngineError.unknownObject(id, near: try nearest(to: id, in: table, writer))
      }
      try writer.delete(id)
    }
  }

  // MARK: Keys

  /// The key under which a row is stored, if it is there.
  private func storedKey(
    _ key: [Value],
    of table: StoreSchema.Table,
    _ writer: Writer
  ) throws -> ObjectKey? {
    let names = table.primaryKey.map { table.columns[$0].name.quotedAsIdentifier }
    guard key.count == names.count else { return nil }
    let condition = names.indices.map { "\(names[$0]) = ?\($0 + 1)" }.joined(separator: " AND ")
    let statement = try writer.prepare(
      "SELECT \(names.joined(separator: ", ")) FROM \(table.name.quotedAsIdentifier) "
        + "WHERE \(condition)"
    )
    for (index, value) in key.enumerated() { statement.bind(value, at: index + 1) }
    defer { statement.reset() }
    return try statement.step() ? table.key(names.indices.map { statement.value(at: $0) }) : nil
  }

  /// The key after the largest one that the table has, or ever had if it keeps account of that.
  private func nextKey(of table: StoreSchema.Table, _ writer: Writer) throws -> Int64 {
    let column = table.columns[table.primaryKey[0]].name.quotedAsIdentifier
    let statement = try writer.prepare(
      "SELECT coalesce(max(\(column)), 0) FROM \(table.name.quotedAsIdentifier)"
    )
    defer { statement.reset() }
    var largest = try statement.step() ? statement.integer(at: 0) : 0
    let hasAccount = try writer.prepare(
      "SELECT 1 FROM sqlite_schema WHERE name = 'sqlite_sequence'"
    )
    defer { hasAccount.reset() }
    if try hasAccount.step() {
      let account = try writer.prepare("SELECT seq FROM sqlite_sequence WHERE name = ?1")
      account.bind(table.name, at: 1)
      defer { account.reset() }
      if try account.step() { largest = max(largest, account.integer(at: 0)) }
    }
    guard largest < .max else {
      throw EngineError(
        code: .malformedRow,
        message: "'\(table.name)' has no key left that could be given to a new row",
        hint: "give the row a key"
      )
    }
    return largest + 1
  }

  private func nearest(
    to id: ObjectID,
    in table: StoreSchema.Table,
    _ writer: Writer
  ) throws -> String? {
    let names = table.primaryKey.map { table.columns[$0].name.quotedAsIdentifier }
    let statement = try writer.prepare(
      "SELECT \(names.joined(separator: ", ")) FROM \(table.name.quotedAsIdentifier) LIMIT 10000"
    )
    var known: [String] = []
    while try statement.step() {
      let key = table.key(names.indices.map { statement.value(at: $0) })
      known.append(ObjectID(entity: table.entity, key: key).description)
    }
    return id.description.nearest(among: known)
  }

  // MARK: Defaults

  private func fill(
    _ row: inout [String: Value],
    of table: Int,
    now: Value?,
    _ writer: Writer
  ) throws {
    let columns = writer.schema.tables[table].columns
    for insertion in insertions where insertion.table == table {
      let name = columns[insertion.column].name
      guard row[name] == nil else { continue }
      switch insertion.filling {
      case .value(let value): row[name] = value
      case .now:
        guard let now else {
          throw EngineError(
            code: .missingParameter,
            message:
              "a new row of '\(writer.schema.tables[table].name)' needs the time for '\(name)'",
            hint: "give the time, or '\(name)' itself"
          )
        }
        row[name] = now
      case .first, .last: row[name] = try makeEnd(for: insertion, writer)
      }
    }
  }
}

/// The result of writing a row.
public struct PutOutcome: Sendable {
  /// The object that the row is.
  public let id: ObjectID
  /// Whether there was no such row before.
  public let isNew: Bool
  /// The version that it led to with its batch, or `nil` if nothing visible changed.
  public let update: FeedUpdate?
}
