import CSQLiteBare

/// SQLite alone, through its C interface: the same messages decoded by the same JSON function,
/// written by the same updates and inserts, in the same transactions with the same position.
final class BareReplay {
  struct Failure: Error { let message: String }

  private var handle: OpaquePointer?
  private var statements: [String: OpaquePointer?] = [:]

  init(path: String, schema: String) throws {
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
    try check(sqlite3_open_v2(path, &handle, flags, nil))
    let own = """
      PRAGMA page_size = 1024; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON;
      CREATE TABLE feed_position (fixture TEXT PRIMARY KEY, line INTEGER) WITHOUT ROWID;
      """
    try check(sqlite3_exec(handle, own + schema, nil, nil, nil))
  }

  deinit {
    for statement in statements.values { sqlite3_finalize(statement) }
    sqlite3_close(handle)
  }

  /// Runs several messages as one transaction.
  func apply(_ messages: some Sequence<String>, line: Int) throws {
    try run("BEGIN IMMEDIATE")
    for message in messages { try write(message) }
    try run(
      """
      INSERT INTO feed_position (fixture, line) VALUES ('updates.jsonl', ?1)
      ON CONFLICT (fixture) DO UPDATE SET line = excluded.line
      """
    ) { sqlite3_bind_int64($0, 1, Int64(line)) }
    try run("COMMIT")
  }

  // MARK: One message

  private struct Row {
    var table = ""
    var columns: [String] = []
    var values: [Scalar] = []
  }

  private enum Scalar {
    case null, integer(Int64), real(Double), text(String)
  }

  private func write(_ message: String) throws {
    let tree = try statement("SELECT key, type, atom, id, parent FROM json_tree(?1)")
    sqlite3_bind_text(tree, 1, message, -1, Self.transient)
    defer { sqlite3_reset(tree) }
    var path: [(id: Int64, key: String)] = []
    var row = Row()
    var rowID: Int64 = -1
    while sqlite3_step(tree) == SQLITE_ROW {
      let id = sqlite3_column_int64(tree, 3)
      let parent = sqlite3_column_int64(tree, 4)
      while let last = path.last, last.id != parent { path.removeLast() }
      let key = text(tree, 0)
      path.append((id, key))
      guard path.count > 1 else { continue }
      if path.count == 4, path[1].key == "upsert" {
        try flush(row)
        row = Row(table: path[2].key)
        rowID = id
      } else if path.count == 5, path[1].key == "upsert", parent == rowID {
        row.columns.append(key)
        row.values.append(scalar(tree, 2))
      } else if path.count == 4, path[1].key == "delete" {
        let key = sqlite3_column_int64(tree, 2)
        try run("DELETE FROM \(path[2].key) WHERE id = ?1") { sqlite3_bind_int64($0, 1, key) }
      }
    }
    try flush(row)
  }

  private func flush(_ row: Row) throws {
    guard !row.columns.isEmpty else { return }
    let name = row.table + row.columns.joined(separator: ",")
    let assignments = row.columns.enumerated().map { "\($1) = ?\($0 + 1)" }
      .joined(separator: ", ")
    let id = (row.columns.firstIndex(of: "id") ?? 0) + 1
    try run(
      "UPDATE \(row.table) SET \(assignments) WHERE id = ?\(id)",
      name: "u" + name,
      bind(row.values)
    )
    guard sqlite3_changes(handle) == 0 else { return }
    let places = row.columns.indices.map { "?\($0 + 1)" }.joined(separator: ", ")
    try run(
      "INSERT INTO \(row.table) (\(row.columns.joined(separator: ", "))) VALUES (\(places))",
      name: "i" + name,
      bind(row.values)
    )
  }

  private func bind(_ values: [Scalar]) -> (OpaquePointer?) -> Void {
    { statement in
      for (index, value) in values.enumerated() {
        let place = Int32(index + 1)
        switch value {
        case .null: sqlite3_bind_null(statement, place)
        case .integer(let integer): sqlite3_bind_int64(statement, place, integer)
        case .real(let real): sqlite3_bind_double(statement, place, real)
        case .text(let text): sqlite3_bind_text(statement, place, text, -1, Self.transient)
        }
      }
    }
  }

  private func scalar(_ row: OpaquePointer?, _ column: Int32) -> Scalar {
    switch sqlite3_column_type(row, column) {
    case SQLITE_INTEGER: .integer(sqlite3_column_int64(row, column))
    case SQLITE_FLOAT: .real(sqlite3_column_double(row, column))
    case SQLITE_TEXT: .text(text(row, column))
    default: .null
    }
  }

  // MARK: SQLite

  private static let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

  private func text(_ row: OpaquePointer?, _ column: Int32) -> String {
    sqlite3_column_text(row, column).map { String(cString: $0) } ?? ""
  }

  private func statement(_ sql: String, name: String? = nil) throws -> OpaquePointer? {
    if let statement = statements[name ?? sql] { return statement }
    var statement: OpaquePointer?
    try check(
      sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil)
    )
    statements[name ?? sql] = statement
    return statement
  }

  private func run(
    _ sql: @autoclosure () -> String,
    name: String? = nil,
    _ bind: (OpaquePointer?) -> Void = { _ in }
  ) throws {
    let statement =
      if let name, let known = statements[name] { known } else {
        try statement(sql(), name: name)
      }
    bind(statement)
    let code = sqlite3_step(statement)
    sqlite3_reset(statement)
    guard code == SQLITE_DONE else {
      throw Failure(message: String(cString: sqlite3_errmsg(handle)))
    }
  }

  private func check(_ code: Int32) throws {
    guard code == SQLITE_OK else {
      throw Failure(message: String(cString: sqlite3_errmsg(handle)))
    }
  }

  /// All rows of the tables as text, to compare what two sides have come to.
  func dump(_ tables: [String]) throws -> [String] {
    try tables.flatMap { table in
      let rows = try statement("SELECT * FROM \(table) ORDER BY id")
      defer { sqlite3_reset(rows) }
      var lines: [String] = []
      while sqlite3_step(rows) == SQLITE_ROW {
        lines.append(
          (0..<sqlite3_column_count(rows)).map { text(rows, $0) }.joined(separator: "|")
        )
      }
      return lines
    }
  }
}
