public import FeedModel

/// The statements that maintain the store's bookkeeping tables, each compiled at its first use.
final class Bookkeeping {
  /// The statements, indexed by raw value: a look-up by text would cost as much as running one.
  enum Task: Int, CaseIterable {
    case setPosition, addPosition, position, positions, version, setState, removeState, state,
      states,
      forgetRequests, keepRejected, pruneRejected, rejected, removeRejected

    var sql: String {
      switch self {
      case .setPosition:
        "UPDATE feed_position SET line = ?2, version = ?3, digest = ?4 WHERE fixture = ?1"
      case .addPosition:
        "INSERT INTO feed_position (fixture, line, version, digest) VALUES (?1, ?2, ?3, ?4)"
      case .position: "SELECT fixture, line, digest FROM feed_position WHERE fixture = ?1"
      case .positions:
        """
        SELECT fixture, line, digest FROM feed_position
        WHERE substr(fixture, 1, length(?1)) = ?1 ORDER BY fixture
        """
      case .version:
        """
        SELECT max(v) FROM (
          SELECT value AS v FROM feed_state WHERE name = ?1
          UNION ALL SELECT max(version) FROM feed_position)
        """
      case .setState:
        """
        INSERT INTO feed_state (name, value) VALUES (?1, ?2)
        ON CONFLICT (name) DO UPDATE SET value = excluded.value
        """
      case .removeState: "DELETE FROM feed_state WHERE name = ?1"
      case .state: "SELECT value FROM feed_state WHERE name = ?1"
      case .states:
        "SELECT name, value FROM feed_state WHERE substr(name, 1, length(?1)) = ?1 ORDER BY name"
      case .forgetRequests:
        """
        DELETE FROM feed_state WHERE name IN (
          SELECT name FROM feed_state WHERE \(Requests.condition) AND \(Requests.time) < ?1
          ORDER BY \(Requests.time), name LIMIT ?2)
        """
      case .keepRejected:
        """
        INSERT INTO _rejected (input, time, adapter, reason, message, is_cut)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6)
        """
      case .pruneRejected:
        """
        DELETE FROM _rejected WHERE input = ?1 AND id <= (
          SELECT id FROM _rejected WHERE input = ?1 ORDER BY id DESC LIMIT 1 OFFSET ?2)
        """
      case .rejected:
        """
        SELECT id, input, time, adapter, reason, message, is_cut FROM _rejected
        WHERE input = ?1 OR ?1 = '' ORDER BY id
        """
      case .removeRejected: "DELETE FROM _rejected WHERE input = ?1 AND id = ?2"
      }
    }
  }

  /// The store's own tables.
  static let tableNames = ["feed_position", "feed_state", "_rejected", ChangeLog.table]
  /// The names of these tables as they appear in messages of SQLite.
  static let tables = tableNames.flatMap { [$0, "main.\($0)"] }
  /// The names of these tables as an SQL list.
  static let tableList = tableNames.map { "'\($0)'" }.joined(separator: ", ")

  private let connection: Connection
  private var statements: [Statement?]
  /// Whether the tables exist; `nil` if unknown, since another program may create or drop them.
  private var areThere: Bool?
  /// Whether the table of rejected messages exists; `nil` if unknown.
  private var isRejectedThere: Bool?

  init(connection: Connection) {
    self.connection = connection
    statements = Array(repeating: nil, count: Task.allCases.count)
    forget()
  }

  /// Makes the next call check whether the tables exist.
  ///
  /// A store's own file always has them; another program's database gets them with the first value
  /// to keep.
  func forget() {
    areThere = connection.owner == .store ? true : nil
    isRejectedThere = nil
  }

  /// Returns whether the bookkeeping tables exist; never in a read-only database.
  func isThere() throws -> Bool {
    if let areThere { return areThere }
    let areThere = try !connection.isReadOnly && connection.hasBookkeeping()
    self.areThere = areThere
    return areThere
  }

  /// Creates the tables if they do not exist, in the current transaction.
  ///
  /// No query names them, so their creation does not count as a change of the schema.
  func make() throws {
    guard try !isThere() else { return }
    try connection.collector.overlookingSchema { try connection.makeBookkeeping() }
    areThere = true
  }

  /// Returns whether the table of rejected messages exists; it is created for the first one.
  func hasRejected() throws -> Bool {
    if let isRejectedThere { return isRejectedThere }
    let isThere = try connection.hasRejected()
    isRejectedThere = isThere
    return isThere
  }

  /// Creates the table of rejected messages if it does not exist, in the current transaction.
  func makeRejected() throws {
    guard try !hasRejected() else { return }
    try connection.collector.overlookingSchema { try connection.makeRejected() }
    isRejectedThere = true
  }

  /// Returns the statement for a task, with a name bound to its first parameter.
  func statement(_ task: Task, for name: String) throws -> Statement {
    let statement = try statement(task)
    statement.bind(name, at: 1)
    return statement
  }

  /// Returns the statement for a task.
  func statement(_ task: Task) throws -> Statement {
    let statement = try statements[task.rawValue] ?? connection.prepare(task.sql, rules: .own)
    statements[task.rawValue] = statement
    return statement
  }
}

extension Writer {
  /// Stores the position of a fixture, in the current transaction.
  ///
  /// - Parameters:
  ///   - version: The version of the feed after that line, if versions are counted.
  ///   - digest: The digest of all lines up to that one, or `nil`.
  /// - Throws: ``StoreError`` if it cannot be written.
  public func setPosition(
    fixture: String,
    line: Int,
    version: Int = 0,
    digest: UInt64? = nil
  ) throws {
    try bookkeeping.make()
    // An upsert would first check for a conflict, on every line but the first.
    for task in [Bookkeeping.Task.setPosition, .addPosition] {
      let statement = try bookkeeping.statement(task, for: fixture)
      statement.bind(Int64(line), at: 2)
      statement.bind(Int64(version), at: 3)
      if let digest {
        statement.bind(Int64(bitPattern: digest), at: 4)
      } else {
        statement.bindNull(at: 4)
      }
      try statement.run()
      if connection.changedRows > 0 { return }
    }
  }

  /// Stores the version that a transaction without a fixture has reached.
  ///
  /// Does nothing in another program's database without bookkeeping tables.
  ///
  /// - Throws: ``StoreError`` if it cannot be written.
  public func setVersion(_ version: Int) throws {
    try noteState(.integer(Int64(version)), named: "version")
  }

  /// Returns the newest stored version, with or without a position.
  ///
  /// - Returns: The number, or `nil` if none is stored.
  /// - Throws: ``StoreError`` if it cannot be read.
  public func version() throws -> Int? {
    guard try bookkeeping.isThere() else { return nil }
    let statement = try bookkeeping.statement(.version, for: "version")
    defer { statement.reset() }
    guard try statement.step(), !statement.isNull(at: 0) else { return nil }
    let version = Int(statement.integer(at: 0))
    return version == 0 ? nil : version
  }

  /// Returns the position of a fixture.
  ///
  /// - Returns: The position after the last applied line, or `nil` if no line was applied.
  /// - Throws: ``StoreError`` if it cannot be read.
  public func position(of fixture: String) throws -> FixturePosition? {
    guard try bookkeeping.isThere() else { return nil }
    let statement = try bookkeeping.statement(.position, for: fixture)
    defer { statement.reset() }
    return try statement.step() ? FixturePosition(row: statement) : nil
  }

  /// Returns the positions of all fixtures whose names have a prefix.
  ///
  /// - Returns: Their positions, in the order of their names.
  /// - Throws: ``StoreError`` if they cannot be read.
  public func positions(namedLike prefix: String) throws -> [FixturePosition] {
    guard try bookkeeping.isThere() else { return [] }
    let statement = try bookkeeping.statement(.positions, for: prefix)
    defer { statement.reset() }
    var positions: [FixturePosition] = []
    while try statement.step() { positions.append(FixturePosition(row: statement)) }
    return positions
  }

  /// Stores a value under a name, in the current transaction.
  ///
  /// - Throws: ``StoreError`` if it cannot be written.
  public func setState(_ value: Value, named name: String) throws {
    try bookkeeping.make()
    let statement = try bookkeeping.statement(.setState, for: name)
    statement.bind(value, at: 2)
    try statement.run()
  }

  /// Stores a value that can be recomputed, as ``setState(_:named:)`` does.
  ///
  /// Does nothing in another program's database without bookkeeping tables.
  package func noteState(_ value: Value, named name: String) throws {
    if try bookkeeping.isThere() { try setState(value, named: name) }
  }

  /// Whether the bookkeeping tables exist.
  ///
  /// A store's own file always has them; another program's database gets them with the first value
  /// to keep.
  package var keepsAccount: Bool {
    get throws { try bookkeeping.isThere() }
  }

  /// Removes the value under a name, in the current transaction.
  ///
  /// - Throws: ``StoreError`` if it cannot be written.
  public func removeState(named name: String) throws {
    guard try bookkeeping.isThere() else { return }
    let statement = try bookkeeping.statement(.removeState, for: name)
    try statement.run()
  }

  /// Returns the value that is stored under a name.
  ///
  /// - Returns: The value, or `nil` if none is stored.
  /// - Throws: ``StoreError`` if it cannot be read.
  public func state(named name: String) throws -> Value? {
    guard try bookkeeping.isThere() else { return nil }
    let statement = try bookkeeping.statement(.state, for: name)
    defer { statement.reset() }
    return try statement.step() ? statement.value(at: 0) : nil
  }
}

extension Writer {
  /// Returns the values whose names have a prefix, in the order of their names.
  ///
  /// - Throws: ``StoreError`` if they cannot be read.
  package func states(namedLike prefix: String) throws -> [(name: String, value: Value)] {
    guard try bookkeeping.isThere() else { return [] }
    let statement = try bookkeeping.statement(.states, for: prefix)
    defer { statement.reset() }
    var states: [(name: String, value: Value)] = []
    while try statement.step() { states.append((statement.text(at: 0), statement.value(at: 1))) }
    return states
  }

  /// Returns the time of the last tick; NULL before the first.
  ///
  /// - Throws: ``StoreError`` if the store cannot be read.
  package func time() throws -> Value { try state(named: "now") ?? .null }

  /// Sets the time from the running transaction on.
  ///
  /// - Parameters:
  ///   - time: The time of a tick; `nil` for other transactions.
  ///   - hasOthers: Whether other programs have written, which may have set a time.
  /// - Returns: The new time, or the old one if it stays.
  /// - Throws: ``StoreError`` if the store cannot be read or written.
  package func setTime(_ time: Value?, from old: Value, hasOthers: Bool) throws -> Value {
    if let time, time != old {
      try noteState(time, named: "now")
      return time
    }
    return try hasOthers && keepsAccount ? self.time() : old
  }
}

extension FixturePosition {
  fileprivate init(row: Statement) {
    self.init(
      fixture: row.text(at: 0),
      line: Int(row.integer(at: 1)),
      digest: row.isNull(at: 2) ? nil : UInt64(bitPattern: row.integer(at: 2))
    )
  }
}
