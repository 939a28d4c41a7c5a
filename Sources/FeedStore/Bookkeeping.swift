public import FeedModel

/// The statements by which a store keeps its own account, compiled when they are first needed.
final class Bookkeeping {
  /// The statements, each in its place, since looking one up by its text would cost as much as
  /// running it.
  enum Task: Int, CaseIterable {
    case setPosition, addPosition, position, positions, version, setState, removeState, state,
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

  /// The tables of the store's own.
  static let tableNames = ["feed_position", "feed_state", "_rejected", ChangeLog.table]
  /// The same, as messages of SQLite name them.
  static let tables = tableNames.flatMap { [$0, "main.\($0)"] }
  /// The same, as a list of SQL.
  static let tableList = tableNames.map { "'\($0)'" }.joined(separator: ", ")

  private let connection: Connection
  private var statements: [Statement?]
  /// Whether the tables are there; `nil` where somebody may have made or removed them.
  private var areThere: Bool?
  /// Whether the table of rejected messages is there; `nil` where nobody has looked.
  private var isRejectedThere: Bool?

  init(connection: Connection) {
    self.connection = connection
    statements = Array(repeating: nil, count: Task.allCases.count)
    forget()
  }

  /// Has the next call look whether the tables are there: a store of ours always has them, and
  /// somebody else's database once there was something to keep.
  func forget() {
    areThere = connection.owner == .store ? true : nil
    isRejectedThere = nil
  }

  /// Returns whether the store has tables of its own; a read-only database has none.
  func isThere() throws -> Bool {
    if let areThere { return areThere }
    let areThere = try !connection.isReadOnly && connection.hasBookkeeping()
    self.areThere = areThere
    return areThere
  }

  /// Makes the tables unless they are there, in the transaction that is running.
  ///
  /// Nobody's queries name them, so that it is not a change of the schema for anybody.
  func make() throws {
    guard try !isThere() else { return }
    try connection.collector.overlookingSchema { try connection.makeBookkeeping() }
    areThere = true
  }

  /// Whether the store has a table of rejected messages: it is made for the first one.
  func hasRejected() throws -> Bool {
    if let isRejectedThere { return isRejectedThere }
    let isThere = try connection.hasRejected()
    isRejectedThere = isThere
    return isThere
  }

  /// Makes the table of rejected messages unless it is there, in the transaction that is running.
  func makeRejected() throws {
    guard try !hasRejected() else { return }
    try connection.collector.overlookingSchema { try connection.makeRejected() }
    isRejectedThere = true
  }

  /// The statement for a task, its first parameter bound to a name.
  func statement(_ task: Task, for name: String) throws -> Statement {
    let statement = try statement(task)
    statement.bind(name, at: 1)
    return statement
  }

  /// The statement for a task.
  func statement(_ task: Task) throws -> Statement {
    let statement = try statements[task.rawValue] ?? connection.prepare(task.sql, rules: .own)
    statements[task.rawValue] = statement
    return statement
  }
}

extension Writer {
  /// Notes how far a fixture has been played, in the transaction that is running.
  ///
  /// - Parameters:
  ///   - fixture: What identifies the fixture.
  ///   - line: The number of the last line that has been applied.
  ///   - version: The version of the feed that the line has led to, if versions are counted.
  ///   - digest: A number made of all lines up to that one, if one is kept.
  /// - Throws: ``StoreError`` if it cannot be written.
  public func setPosition(
    fixture: String,
    line: Int,
    version: Int = 0,
    digest: UInt64? = nil
  ) throws {
    try bookkeeping.make()
    // An upsert would look for what stands in its way, for each line but the first.
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

  /// Notes the version that a transaction has led to that plays no fixture.
  ///
  /// Somebody else's database is not touched for that, unless it holds an account already.
  ///
  /// - Parameter version: The number of the version.
  /// - Throws: ``StoreError`` if it cannot be written.
  public func setVersion(_ version: Int) throws {
    try noteState(.integer(Int64(version)), named: "version")
  }

  /// The number of the newest version that was noted, with a position or without one.
  ///
  /// - Returns: The number, or `nil` if none was noted.
  /// - Throws: ``StoreError`` if it cannot be read.
  public func version() throws -> Int? {
    guard try bookkeeping.isThere() else { return nil }
    let statement = try bookkeeping.statement(.version, for: "version")
    defer { statement.reset() }
    guard try statement.step(), !statement.isNull(at: 0) else { return nil }
    let version = Int(statement.integer(at: 0))
    return version == 0 ? nil : version
  }

  /// How far a fixture has been played.
  ///
  /// - Parameter fixture: What identifies the fixture.
  /// - Returns: The last line that has been applied, or `nil` if none has.
  /// - Throws: ``StoreError`` if it cannot be read.
  public func position(of fixture: String) throws -> FixturePosition? {
    guard try bookkeeping.isThere() else { return nil }
    let statement = try bookkeeping.statement(.position, for: fixture)
    defer { statement.reset() }
    return try statement.step() ? FixturePosition(row: statement) : nil
  }

  /// How far all fixtures have been played whose names begin alike.
  ///
  /// - Parameter prefix: What their names begin with.
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

  /// Keeps a value under a name, in the transaction that is running.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - name: The name.
  /// - Throws: ``StoreError`` if it cannot be written.
  public func setState(_ value: Value, named name: String) throws {
    try bookkeeping.make()
    let statement = try bookkeeping.statement(.setState, for: name)
    statement.bind(value, at: 2)
    try statement.run()
  }

  /// Keeps a value that can be had again, as ``setState(_:named:)`` does, unless that would be the
  /// first thing to be kept in somebody else's database.
  package func noteState(_ value: Value, named name: String) throws {
    if try bookkeeping.isThere() { try setState(value, named: name) }
  }

  /// Whether the store keeps an account: one of ours does, and somebody else's database once there was
  /// something to keep.
  package var keepsAccount: Bool {
    get throws { try bookkeeping.isThere() }
  }

  /// Forgets the value under a name, in the transaction that is running.
  ///
  /// - Parameter name: The name.
  /// - Throws: ``StoreError`` if it cannot be written.
  public func removeState(named name: String) throws {
    guard try bookkeeping.isThere() else { return }
    let statement = try bookkeeping.statement(.removeState, for: name)
    try statement.run()
  }

  /// The value that is kept under a name.
  ///
  /// - Parameter name: The name.
  /// - Returns: The value, or `nil` if none is kept.
  /// - Throws: ``StoreError`` if it cannot be read.
  public func state(named name: String) throws -> Value? {
    guard try bookkeeping.isThere() else { return nil }
    let statement = try bookkeeping.statement(.state, for: name)
    defer { statement.reset() }
    return try statement.step() ? statement.value(at: 0) : nil
  }
}

extension Writer {
  /// Returns the time of the last tick; NULL before the first.
  ///
  /// - Throws: ``StoreError`` if the store cannot be read.
  package func time() throws -> Value { try state(named: "now") ?? .null }

  /// Sets the time from the running transaction on.
  ///
  /// - Parameters:
  ///   - time: The time of a tick; `nil` for other transactions.
  ///   - old: The time before the transaction.
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
