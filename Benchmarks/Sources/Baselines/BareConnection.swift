import CSQLiteBare

/// SQLite alone, through its C interface: what any program over it pays for the same statements.
///
/// It is opened as a store opens its own: the same page size, journal and checks.
public final class BareConnection {
  /// What SQLite says about a call that failed.
  public struct Failure: Error {
    /// SQLite's message.
    public let message: String
  }

  /// A prepared statement, finalised with the connection.
  public typealias Statement = OpaquePointer

  private var handle: OpaquePointer?
  private var statements: [Statement] = []
  private var begin: Statement?
  private var commit: Statement?

  /// Opens a database and makes its tables.
  ///
  /// - Throws: ``Failure`` if SQLite refuses something.
  public init(path: String = ":memory:", schema: String) throws {
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
    try check(sqlite3_open_v2(path, &handle, flags, nil))
    if path != ":memory:" {
      try run(
        """
        PRAGMA page_size = 1024; PRAGMA cache_size = -16384; PRAGMA journal_mode = WAL;
        PRAGMA synchronous = NORMAL;
        """
      )
      // A store copies its log back when it has reached 4 MiB.
      sqlite3_wal_autocheckpoint(handle, 4096)
    }
    try run("PRAGMA foreign_keys = ON;" + schema)
    begin = try prepare("BEGIN IMMEDIATE")
    commit = try prepare("COMMIT")
  }

  deinit {
    for statement in statements { sqlite3_finalize(statement) }
    sqlite3_close(handle)
  }

  /// Runs statements without parameters.
  public func run(_ sql: String) throws { try check(sqlite3_exec(handle, sql, nil, nil, nil)) }

  /// Compiles a statement.
  public func prepare(_ sql: String) throws -> Statement {
    var statement: OpaquePointer?
    try check(
      sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil)
    )
    guard let statement else { throw Failure(message: "there is no statement in '\(sql)'") }
    statements.append(statement)
    return statement
  }

  /// Runs a statement to its end, whatever rows it has.
  public func step(_ statement: Statement?) throws {
    var code = sqlite3_step(statement)
    while code == SQLITE_ROW { code = sqlite3_step(statement) }
    sqlite3_reset(statement)
    if code != SQLITE_DONE { throw failure }
  }

  /// Runs a statement with integers as its parameters.
  public func run(_ statement: Statement, with values: Int64...) throws {
    for (index, value) in values.enumerated() {
      sqlite3_bind_int64(statement, Int32(index + 1), value)
    }
    try step(statement)
  }

  /// Runs a body as one transaction.
  public func transaction(_ body: () throws -> Void) throws {
    try step(begin)
    try body()
    try step(commit)
  }

  /// How many rows the last statement has changed.
  var changedRows: Int32 { sqlite3_changes(handle) }

  var failure: Failure { Failure(message: String(cString: sqlite3_errmsg(handle))) }

  func check(_ code: Int32) throws { if code != SQLITE_OK { throw failure } }
}

extension BareConnection {
  static let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

  func bind(_ statement: Statement?, _ index: Int32, _ text: String) {
    sqlite3_bind_text(statement, index, text, -1, Self.transient)
  }

  static func text(_ row: Statement?, _ column: Int32) -> String {
    sqlite3_column_text(row, column).map { String(cString: $0) } ?? ""
  }

  /// Runs a query for one integer, and reads the columns of its rows as a program would.
  public func readColumns(of statement: Statement, _ value: Int64) throws {
    sqlite3_bind_int64(statement, 1, value)
    while sqlite3_step(statement) == SQLITE_ROW {
      for column in 0..<sqlite3_column_count(statement) {
        switch sqlite3_column_type(statement, column) {
        case SQLITE_INTEGER: _ = sqlite3_column_int64(statement, column)
        case SQLITE_FLOAT: _ = sqlite3_column_double(statement, column)
        case SQLITE_TEXT: _ = sqlite3_column_text(statement, column)
        default: break
        }
      }
    }
    sqlite3_reset(statement)
  }

  /// The rows of a query as text, their columns set apart.
  public func rows(of sql: String) throws -> [String] {
    var lines: [String] = []
    let rows = try prepare(sql)
    while sqlite3_step(rows) == SQLITE_ROW {
      lines.append(
        (0..<sqlite3_column_count(rows)).map { Self.text(rows, $0) }.joined(separator: "|")
      )
    }
    sqlite3_reset(rows)
    return lines
  }

  /// The integers in the first two columns of a query's rows.
  public func pairs(of rows: Statement) -> [(Int64, Int64)] {
    var values: [(Int64, Int64)] = []
    while sqlite3_step(rows) == SQLITE_ROW {
      values.append((sqlite3_column_int64(rows, 0), sqlite3_column_int64(rows, 1)))
    }
    sqlite3_reset(rows)
    return values
  }

  /// The integers in the first column of a query's rows.
  public func integers(of sql: String) throws -> [Int64] {
    var values: [Int64] = []
    let rows = try prepare(sql)
    while sqlite3_step(rows) == SQLITE_ROW { values.append(sqlite3_column_int64(rows, 0)) }
    sqlite3_reset(rows)
    return values
  }
}
