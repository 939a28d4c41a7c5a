import CSQLiteBare

/// SQLite alone, through its C interface: the same statements of the adapter for the same elements
/// of the same messages, in the same transactions with the same position.
final class BareAdapter {
  struct Failure: Error { let message: String }

  private var handle: OpaquePointer?
  private var steps: [(statement: OpaquePointer?, item: Int32, message: Int32)] = []
  private var elements: OpaquePointer?
  private var begin: OpaquePointer?
  private var commit: OpaquePointer?
  private var position: OpaquePointer?
  private let path: String

  init(path file: String, schema: String, statements: [String], each: String) throws {
    path = each
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
    try check(sqlite3_open_v2(file, &handle, flags, nil))
    let own = """
      PRAGMA page_size = 1024; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON;
      CREATE TABLE feed_position (fixture TEXT PRIMARY KEY, line INTEGER) WITHOUT ROWID;
      """
    try check(sqlite3_exec(handle, own + schema, nil, nil, nil))
    elements = try prepare("SELECT value FROM json_each(?1, ?2)")
    begin = try prepare("BEGIN IMMEDIATE")
    commit = try prepare("COMMIT")
    position = try prepare(
      """
      INSERT INTO feed_position (fixture, line) VALUES ('cricket.jsonl', ?1)
      ON CONFLICT (fixture) DO UPDATE SET line = excluded.line
      """
    )
    for sql in statements {
      let statement = try prepare(sql)
      steps.append(
        (
          statement, sqlite3_bind_parameter_index(statement, ":item"),
          sqlite3_bind_parameter_index(statement, ":message")
        )
      )
    }
  }

  deinit {
    for statement in steps.map(\.statement) + [elements, begin, commit, position] {
      sqlite3_finalize(statement)
    }
    sqlite3_close(handle)
  }

  func apply(_ message: String, line: Int) throws {
    try run(begin)
    bind(elements, 1, message)
    bind(elements, 2, path)
    var items: [String] = []
    while sqlite3_step(elements) == SQLITE_ROW {
      items.append(sqlite3_column_text(elements, 0).map { String(cString: $0) } ?? "")
    }
    sqlite3_reset(elements)
    for item in items {
      for step in steps {
        if step.item > 0 { bind(step.statement, step.item, item) }
        if step.message > 0 { bind(step.statement, step.message, message) }
        try run(step.statement)
      }
    }
    sqlite3_bind_int64(position, 1, Int64(line))
    try run(position)
    try run(commit)
  }

  private func bind(_ statement: OpaquePointer?, _ index: Int32, _ text: String) {
    sqlite3_bind_text(
      statement,
      index,
      text,
      -1,
      unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    )
  }

  private func prepare(_ sql: String) throws -> OpaquePointer? {
    var statement: OpaquePointer?
    try check(
      sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil)
    )
    return statement
  }

  private func run(_ statement: OpaquePointer?) throws {
    var code = sqlite3_step(statement)
    while code == SQLITE_ROW { code = sqlite3_step(statement) }
    sqlite3_reset(statement)
    guard code == SQLITE_DONE else {
      throw Failure(message: String(cString: sqlite3_errmsg(handle)))
    }
  }

  private func check(_ code: Int32) throws {
    guard code == SQLITE_OK else { throw Failure(message: String(cString: sqlite3_errmsg(handle))) }
  }

  /// All rows of a table as text, to compare what two sides have come to.
  func dump(_ table: String) throws -> [String] {
    let rows = try prepare("SELECT * FROM \(table)")
    defer { sqlite3_finalize(rows) }
    var lines: [String] = []
    while sqlite3_step(rows) == SQLITE_ROW {
      lines.append(
        (0..<sqlite3_column_count(rows)).map { column in
          sqlite3_column_text(rows, column).map { String(cString: $0) } ?? ""
        }.joined(separator: "|")
      )
    }
    return lines.sorted()
  }
}
