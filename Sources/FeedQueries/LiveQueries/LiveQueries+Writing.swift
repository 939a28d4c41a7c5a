public import FeedModel
public import FeedStore

extension LiveQueries {
  /// Writes a row: changes it in the columns given if it is there, and inserts it if not.
  ///
  /// - Parameter values: The values by the names of their columns, those of the primary key among
  ///   them.
  /// - Returns: The version that it led to with its batches, or `nil` if nothing visible changed.
  /// - Throws: `StoreError` with the row or the name at fault; nothing is then written.
  @discardableResult
  public func upsert(
    _ values: [String: Value],
    into table: String
  ) throws(StoreError) -> LiveUpdate? {
    try typed { try $0.upsert(values, into: table) }
  }

  /// Changes a row in the columns given, if it is there.
  ///
  /// - Returns: The version that it led to with its batches, or `nil` if nothing visible changed.
  /// - Throws: `StoreError` with the row or the name at fault; nothing is then written.
  @discardableResult
  public func patch(
    _ id: ObjectID,
    with values: [String: Value]
  ) throws(StoreError) -> LiveUpdate? {
    try typed { try $0.patch(id, with: values) }
  }

  /// Deletes a row, if it is there.
  ///
  /// - Returns: The version that it led to with its batches, or `nil` if nothing visible changed.
  /// - Throws: `StoreError` if rows that refer to it forbid that; nothing is then written.
  @discardableResult
  public func delete(_ id: ObjectID) throws(StoreError) -> LiveUpdate? {
    try typed { try $0.delete(id) }
  }

  /// Runs SQL in one transaction.
  ///
  /// - Returns: The version that it led to with its batches, or `nil` if nothing visible changed.
  /// - Throws: `StoreError` for the first that fails; nothing is then written.
  @discardableResult
  public func run(_ sql: String) throws(StoreError) -> LiveUpdate? {
    try typed { try $0.run(sql) }
  }

  func typed(_ body: @Sendable (Writer) throws -> Void) throws(StoreError) -> LiveUpdate? {
    do {
      return try write(body)
    } catch let error as StoreError {
      throw error
    } catch {
      throw StoreError(.storage, "\(error)")
    }
  }
}
