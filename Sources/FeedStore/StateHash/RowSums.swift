import FeedModel

/// Sums the hashes of rows in the state that one connection sees.
///
/// Belongs to a writer, which guards every mutable property.
final class RowSums {
  private let connection: Connection
  /// The statements that read a row by its key, by the indices of tables.
  private var byKey: [Int: (row: HashedRow, statement: Statement)] = [:]

  init(_ connection: Connection) { self.connection = connection }

  /// Sums the rows of a table with given keys.
  ///
  /// - Parameter keys: The keys; several may denote one row, if a column distinguishes 9 from 9.0.
  /// - Returns: The sum, in which each row counts once.
  /// - Throws: ``StoreError`` if the store cannot be read.
  func sum(
    of keys: ContiguousArray<ObjectKey>,
    in table: StoreSchema.Table,
    at index: Int
  ) throws -> UInt64 {
    let (row, statement) = try reading(table, at: index)
    defer { statement.clearBindings() }
    var sum: UInt64 = 0
    var seen: Set<ObjectKey> = []
    for key in keys {
      statement.bind(key, at: 1)
      defer { statement.reset() }
      while try statement.step() {
        guard table.hasIntegerPrimaryKey || seen.insert(row.identity(statement)).inserted
        else { continue }
        sum &+= row.hash(statement)
      }
    }
    return sum
  }

  private func reading(
    _ table: StoreSchema.Table,
    at index: Int
  ) throws -> (row: HashedRow, statement: Statement) {
    if let known = byKey[index] { return known }
    let row = HashedRow(table)
    let reading = (row: row, statement: try connection.prepare(row.sqlByKey, rules: .own))
    byKey[index] = reading
    return reading
  }

  /// Sums all rows of some tables.
  func sum(of tables: [StoreSchema.Table]) throws -> UInt64 {
    var sum: UInt64 = 0
    for table in tables {
      let row = HashedRow(table)
      let statement = try connection.prepare(row.sql, rules: .own)
      defer { statement.reset() }
      while try statement.step() { sum &+= row.hash(statement) }
    }
    return sum
  }
}

/// The columns of a table that are read for a hash: first its identity, then its content.
private struct HashedRow {
  let table: StoreSchema.Table
  /// The columns that are not generated.
  private let columns: [String]
  /// The columns that identify a row: its row id, or its key if it has no row id.
  private let identity: [String]

  init(_ table: StoreSchema.Table) {
    self.table = table
    columns = table.columns.filter { !$0.isGenerated }.map(\.name.quotedAsIdentifier)
    let taken = Set(table.columns.map { $0.name.lowercased() })
    let rowID = ["rowid", "_rowid_", "oid"].first { !taken.contains($0) }
    if !table.isWithoutRowID, let rowID {
      identity = [rowID]
    } else {
      identity = table.primaryKey.map { table.columns[$0].name.quotedAsIdentifier }
    }
  }

  var sql: String {
    "SELECT \((identity + columns).joined(separator: ", ")) FROM \(table.name.quotedAsIdentifier)"
  }

  var sqlByKey: String {
    let terms = table.primaryKey.enumerated().map { offset, column in
      "\(table.columns[column].name.quotedAsIdentifier) IS ?\(offset + 1)"
    }
    return "\(sql) WHERE \(terms.joined(separator: " AND "))"
  }

  /// Returns the identity of the current row.
  func identity(_ statement: Statement) -> ObjectKey {
    ObjectKey(identity.indices.map { statement.value(at: $0) })
  }

  func hash(_ statement: Statement) -> UInt64 {
    var hash = RowHash(of: table.name)
    for column in columns.indices { statement.add(column: identity.count + column, to: &hash) }
    return hash.sum
  }
}
