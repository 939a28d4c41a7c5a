import CSQLiteBare

/// SQLite alone for the messages of a fixture: decoded by the same JSON function, written by the
/// same updates and inserts, in the same transactions with the same position.
public final class BareReplay {
  private let connection: BareConnection
  private let tree: BareConnection.Statement
  private let position: BareConnection.Statement
  private var statements: [String: BareConnection.Statement] = [:]

  /// Opens a database and makes its tables.
  public init(path: String, schema: String) throws {
    connection = try BareConnection(
      path: path,
      schema:
        "CREATE TABLE feed_position (fixture TEXT PRIMARY KEY, line INTEGER) WITHOUT ROWID;"
        + schema
    )
    tree = try connection.prepare("SELECT key, type, atom, id, parent FROM json_tree(?1)")
    position = try connection.prepare(
      """
      INSERT INTO feed_position (fixture, line) VALUES ('updates.jsonl', ?1)
      ON CONFLICT (fixture) DO UPDATE SET line = excluded.line
      """
    )
  }

  /// Runs several messages as one transaction.
  public func apply(_ messages: some Sequence<String>, line: Int) throws {
    try connection.transaction {
      for message in messages { try write(message) }
      try connection.run(position, with: Int64(line))
    }
  }

  /// All rows of the tables as text, to compare what two sides have come to.
  public func dump(_ tables: [String]) throws -> [String] {
    try tables.flatMap { try connection.rows(of: "SELECT * FROM \($0) ORDER BY id") }
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
    connection.bind(tree, 1, message)
    defer { sqlite3_reset(tree) }
    var path: [(id: Int64, key: String)] = []
    var row = Row()
    var rowID: Int64 = -1
    while sqlite3_step(tree) == SQLITE_ROW {
      let id = sqlite3_column_int64(tree, 3)
      let parent = sqlite3_column_int64(tree, 4)
      while let last = path.last, last.id != parent { path.removeLast() }
      let key = BareConnection.text(tree, 0)
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
        let table = path[2].key
        try connection.run(
          statement("d" + table) { "DELETE FROM \(table) WHERE id = ?1" },
          with: key
        )
      }
    }
    try flush(row)
  }

  private func flush(_ row: Row) throws {
    guard !row.columns.isEmpty else { return }
    let name = row.table + row.columns.joined(separator: ",")
    let update = try statement("u" + name) {
      let assignments = row.columns.enumerated().map { "\($1) = ?\($0 + 1)" }
        .joined(separator: ", ")
      let id = (row.columns.firstIndex(of: "id") ?? 0) + 1
      return "UPDATE \(row.table) SET \(assignments) WHERE id = ?\(id)"
    }
    bind(row.values, to: update)
    try connection.step(update)
    guard connection.changedRows == 0 else { return }
    let insert = try statement("i" + name) {
      let places = row.columns.indices.map { "?\($0 + 1)" }.joined(separator: ", ")
      return
        "INSERT INTO \(row.table) (\(row.columns.joined(separator: ", "))) VALUES (\(places))"
    }
    bind(row.values, to: insert)
    try connection.step(insert)
  }

  /// A statement by a name, compiled when it is first needed.
  private func statement(_ name: String, _ sql: () -> String) throws -> BareConnection.Statement {
    if let known = statements[name] { return known }
    let statement = try connection.prepare(sql())
    statements[name] = statement
    return statement
  }

  private func bind(_ values: [Scalar], to statement: BareConnection.Statement) {
    for (index, value) in values.enumerated() {
      let place = Int32(index + 1)
      switch value {
      case .null: sqlite3_bind_null(statement, place)
      case .integer(let integer): sqlite3_bind_int64(statement, place, integer)
      case .real(let real): sqlite3_bind_double(statement, place, real)
      case .text(let text): connection.bind(statement, place, text)
      }
    }
  }

  private func scalar(_ row: BareConnection.Statement, _ column: Int32) -> Scalar {
    switch sqlite3_column_type(row, column) {
    case SQLITE_INTEGER: .integer(sqlite3_column_int64(row, column))
    case SQLITE_FLOAT: .real(sqlite3_column_double(row, column))
    case SQLITE_TEXT: .text(BareConnection.text(row, column))
    default: .null
    }
  }
}
