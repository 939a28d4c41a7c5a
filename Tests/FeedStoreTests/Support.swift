import FeedModel
import FeedStore
import Foundation

/// Returns a store in memory with the tables of some SQL.
func memoryStore(_ sql: String) throws -> Store {
  try Store(at: .memory, schema: SchemaSource(sql: sql, name: "test.sql"))
}

/// Returns the touched keys by table, in the notation of the tests: `["event/7"]`.
func keys(_ changes: ChangeSet, in schema: StoreSchema) -> [String] {
  changes.tables.flatMap { table in
    table.keys.map { ObjectID(entity: schema.tables[table.table].entity, key: $0).description }
  }
}

extension Store {
  /// Runs SQL in one transaction, and returns the touched keys.
  func changing(_ sql: String) throws -> [String] {
    try withWriter { writer in keys(try writer.transaction { try $0.run(sql) }, in: schema) }
  }

  /// Runs SQL outside any transaction.
  func run(_ sql: String) throws {
    try withWriter { try $0.run(sql) }
  }

  /// Returns the rows of a query, each as its values separated by blanks.
  func rows(_ sql: String) throws -> [String] {
    try withWriter { writer in
      let statement = try writer.prepare(sql)
      var rows: [String] = []
      while try statement.step() {
        let values = (0..<statement.columnCount).map { statement.value(at: $0).description }
        rows.append(values.joined(separator: " "))
      }
      return rows
    }
  }
}

/// Returns the store error that a body throws, or `nil`.
func storeError(_ body: () throws -> Void) -> StoreError? {
  do {
    try body()
    return nil
  } catch {
    return error as? StoreError
  }
}
