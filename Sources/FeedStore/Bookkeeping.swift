public import FeedSnapshots

/// The statements by which a store keeps its own account, compiled when they are first needed.
final class Bookkeeping {
  private let connection: Connection
  private var statements: [String: Statement] = [:]

  init(connection: Connection) { self.connection = connection }

  func statement(_ sql: String) throws -> Statement {
    if let statement = statements[sql] { return statement }
    let statement = try connection.prepare(sql, rules: .own)
    statements[sql] = statement
    return statement
  }
}

extension Writer {
  /// Notes how far a fixture has been played, in the transaction that is running.
  ///
  /// - Parameters:
  ///   - fixture: What identifies the fixture, for example its path.
  ///   - line: The number of the last line that has been applied.
  /// - Throws: ``StoreError`` if it cannot be written.
  public func setPosition(fixture: String, line: Int) throws {
    let statement = try bookkeeping.statement(
      """
      INSERT INTO feed_position (fixture, line) VALUES (?1, ?2)
      ON CONFLICT (fixture) DO UPDATE SET line = excluded.line
      """
    )
    statement.bind(fixture, at: 1)
    statement.bind(Int64(line), at: 2)
    try statement.run()
  }

  /// How far a fixture has been played.
  ///
  /// - Parameter fixture: What identifies the fixture.
  /// - Returns: The number of the last line that has been applied, or nothing if none has.
  /// - Throws: ``StoreError`` if it cannot be read.
  public func position(of fixture: String) throws -> Int? {
    let statement = try bookkeeping.statement("SELECT line FROM feed_position WHERE fixture = ?1")
    statement.bind(fixture, at: 1)
    defer { statement.reset() }
    return try statement.step() ? Int(statement.integer(at: 0)) : nil
  }

  /// Keeps a value under a name, in the transaction that is running.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - name: The name.
  /// - Throws: ``StoreError`` if it cannot be written.
  public func setState(_ value: Value, named name: String) throws {
    let statement = try bookkeeping.statement(
      """
      INSERT INTO feed_state (name, value) VALUES (?1, ?2)
      ON CONFLICT (name) DO UPDATE SET value = excluded.value
      """
    )
    statement.bind(name, at: 1)
    statement.bind(value, at: 2)
    try statement.run()
  }

  /// Forgets the value under a name, in the transaction that is running.
  ///
  /// - Parameter name: The name.
  /// - Throws: ``StoreError`` if it cannot be written.
  public func removeState(named name: String) throws {
    let statement = try bookkeeping.statement("DELETE FROM feed_state WHERE name = ?1")
    statement.bind(name, at: 1)
    try statement.run()
  }

  /// The value that is kept under a name.
  ///
  /// - Parameter name: The name.
  /// - Returns: The value, or nothing if none is kept.
  /// - Throws: ``StoreError`` if it cannot be read.
  public func state(named name: String) throws -> Value? {
    let statement = try bookkeeping.statement("SELECT value FROM feed_state WHERE name = ?1")
    statement.bind(name, at: 1)
    defer { statement.reset() }
    // Not a conditional expression: there, nil would be the value NULL.
    guard try statement.step() else { return nil }
    return statement.value(at: 0)
  }
}
