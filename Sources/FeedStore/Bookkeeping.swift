import FeedModel

/// The statements that maintain the store's bookkeeping tables, each compiled at its first use.
final class Bookkeeping {
  /// The statements, indexed by raw value: a look-up by text would cost as much as running one.
  enum Task: Int, CaseIterable {
    case setPosition, addPosition, position, positions, version, setState, removeState, state,
      states,
      forgetRequests, keepRejected, pruneRejected, rejected, newestRejected,
      countRejected, removeRejected

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
        RETURNING id
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
      case .newestRejected:
        """
        SELECT id, input, time, adapter, reason, message, is_cut FROM _rejected
        WHERE input = ?1 ORDER BY id DESC LIMIT 1
        """
      case .countRejected:
        "SELECT input, count(*) FROM _rejected GROUP BY input"
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

extension FixturePosition {
  init(row: Statement) {
    self.init(
      fixture: row.text(at: 0),
      line: Int(row.integer(at: 1)),
      digest: row.isNull(at: 2) ? nil : UInt64(bitPattern: row.integer(at: 2))
    )
  }
}
