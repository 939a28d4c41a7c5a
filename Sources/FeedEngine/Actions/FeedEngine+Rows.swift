import FeedDefinition
public import FeedModel
import FeedStore

extension FeedEngine {
  /// Writes a row: changes it in the columns given if it is there, and inserts it if not.
  ///
  /// A new row without a key gets the next one, if keys are integers, and what sections declare under
  /// `insert` for the columns that are not given.
  ///
  /// ```swift
  /// let outcome = try await engine.put(json: #"{"title":"Night bus"}"#, into: "photo")
  /// outcome.id   // photo/8
  /// ```
  ///
  /// - Parameter now: The time, if a default asks for it.
  /// - Returns: The object, whether it is new, and the version that it led to.
  /// - Throws: ``EngineError`` if the text is not a row; `StoreError` if it cannot be written. Nothing is
  ///   then written.
  @discardableResult
  public func put(json: String, into table: String, now: Value? = nil) async throws -> PutOutcome {
    try await freshly {
      let outcome = try core.put(table, row: { try RowText(json: json).values($0) }, now: now)
      return (outcome, outcome.update)
    }
  }

  /// Writes a row: changes it in the columns given if it is there, and inserts it if not.
  ///
  /// - Parameter now: The time, if a default asks for it.
  /// - Returns: The object, whether it is new, and the version that it led to.
  /// - Throws: `StoreError` if the row cannot be written. Nothing is then written.
  @discardableResult
  public func put(
    _ values: [String: Value],
    into table: String,
    now: Value? = nil
  ) async throws -> PutOutcome {
    try await freshly {
      let outcome = try core.put(table, row: { _ in values }, now: now)
      return (outcome, outcome.update)
    }
  }

  /// Deletes a row.
  ///
  /// - Returns: The version that it led to with its batch, or `nil` if nothing visible changed.
  /// - Throws: ``EngineError`` if the row does not exist; `StoreError` if other rows refer to it.
  @discardableResult
  public func delete(_ id: ObjectID) async throws -> FeedUpdate? {
    try await committingFreshly { try core.delete(id) }
  }

  // MARK: Names

  /// Finds an item by what people write: `photo:photo/7`, or its object alone, `photo/7`.
  ///
  /// Of several items that show the object, one that can be moved comes first.
  ///
  /// - Throws: ``EngineError`` if the feed shows no such item.
  /// - Complexity: O(*kinds* · log *n*).
  public func item(named name: String) throws -> ItemID {
    let found = core.names.items(named: name, preferring: [])
    guard let item = found.first(where: { canMove($0) == nil }) ?? found.first else {
      throw EngineError.unknownItem(name, near: core.names.nearest(to: name))
    }
    return item
  }

  /// Finds an item by its name without a suggestion for an unknown one, which would compare thousands of names.
  ///
  /// - Returns: The item, or `nil` if the feed does not show it.
  /// - Complexity: O(*kinds* · log *n*).
  public func shownItem(named name: String) -> ItemID? {
    core.names.items(named: name, preferring: []).first
  }

  /// Finds what an action is done to by what people write: an item, an object or a section.
  ///
  /// - Throws: ``EngineError`` if the action does not exist, or the feed does not show an object
  ///   with that name.
  public func target(named name: String, of action: String) throws -> ActionTarget {
    try core.found(name, for: action)
  }

  /// Finds the object that a text names, whether it is there or not.
  ///
  /// - Parameter name: The table, a slash and the key: `photo/7`.
  /// - Throws: ``EngineError`` if the text has not this form, or there is no such table.
  public func object(named name: String) throws -> ObjectID {
    if let id = core.names.rows(named: name).first { return id }
    let tables = core.store.schema.rowTables.map(\.name)
    let table = name.split(separator: "/").first.map(String.init) ?? name
    throw EngineError(
      code: .unknownObject,
      message: "'\(name)' names no row",
      hint: tables.contains(table)
        ? "write the table, a slash and the key, for example \(table)/7"
        : table.nearest(among: tables).map { "did you mean the table '\($0)'?" }
          ?? "there are the tables: \(tables.joined(separator: ", "))"
    )
  }
}
