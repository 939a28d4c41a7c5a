import CSQLiteBare

/// SQLite alone for the messages of a fixture: decoded by its own JSON function, written by the same
/// updates and inserts, in the same transactions with the same position.
///
/// It knows a row's statement by a hash of its table and columns, and touches no text that it need not.
/// A message with rows of an unknown shape, or with deletes, takes a slower way that learns the shape.
public final class BareReplay {
  private var shapes: [UInt64: Shape] = [:]
  private var path: ContiguousArray<Int64> = []
  private var values: ContiguousArray<Scalar> = []

  /// The statements for rows of one table with certain columns.
  private struct Shape {
    let update: BareConnection.Statement
    let insert: BareConnection.Statement
  }

  /// The connection, for what is asked besides.
  public let connection: BareConnection
  private let tree: BareConnection.Statement
  private let position: BareConnection.Statement
  private var statements: [String: BareConnection.Statement] = [:]

  /// Opens a database and makes its tables.
  ///
  /// - Throws: `BareConnection.Failure` if SQLite refuses something.
  public init(path: String, schema: String) throws {
    connection = try BareConnection(
      path: path,
      schema: BareConnection.positionSchema(of: "updates.jsonl") + schema
    )
    tree = try connection.prepare("SELECT key, type, atom, id, parent FROM json_tree(?1)")
    position = try connection.preparePosition(of: "updates.jsonl")
  }

  /// Runs several messages as one transaction.
  public func apply(_ messages: some Sequence<String>, line: Int) throws {
    try connection.transaction {
      for message in messages {
        if try writeLeanly(message) { continue }
        try write(message)
      }
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
    let insert = try statement("i" + name) {
      let places = row.columns.indices.map { "?\($0 + 1)" }.joined(separator: ", ")
      return
        "INSERT INTO \(row.table) (\(row.columns.joined(separator: ", "))) VALUES (\(places))"
    }
    var hash = Self.hash(row.table.utf8, Self.start)
    for column in row.columns { hash = Self.hash(column.utf8, hash) }
    shapes[hash] = Shape(update: update, insert: insert)
    guard connection.changedRows == 0 else { return }
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

  // MARK: Without texts

  /// Writes a message whose rows have known shapes.
  ///
  /// - Returns: Whether it could; if not, some rows may have been written, and can be again.
  private func writeLeanly(_ message: String) throws -> Bool {
    var message = message
    return try message.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { text in
        _ = sqlite3_bind_text64(
          tree,
          1,
          text.baseAddress,
          UInt64(text.count),
          nil,
          UInt8(SQLITE_UTF8)
        )
      }
      defer { sqlite3_reset(tree) }
      return try writeRowsLeanly()
    }
  }

  private func writeRowsLeanly() throws -> Bool {
    path.removeAll(keepingCapacity: true)
    values.removeAll(keepingCapacity: true)
    var isUpsert = false
    var tableHash = Self.start
    var hash = Self.start
    while sqlite3_step(tree) == SQLITE_ROW {
      let parent = sqlite3_column_int64(tree, 4)
      while let last = path.last, last != parent { path.removeLast() }
      path.append(sqlite3_column_int64(tree, 3))
      switch path.count {
      case 2: isUpsert = Self.startsWith("u", tree)
      case 3 where isUpsert: tableHash = Self.hash(tree, Self.start)
      case 4 where isUpsert:
        guard try flushLeanly(hash) else { return false }
        hash = tableHash
      case 5 where isUpsert:
        hash = Self.hash(tree, hash)
        values.append(scalar(tree, 2))
      case 3...: return false  // deletes are rare
      default: break
      }
    }
    return try flushLeanly(hash)
  }

  private func flushLeanly(_ hash: UInt64) throws -> Bool {
    guard !values.isEmpty else { return true }
    guard let shape = shapes[hash] else { return false }
    bind(values, to: shape.update)
    try connection.step(shape.update)
    if connection.changedRows == 0 {
      bind(values, to: shape.insert)
      try connection.step(shape.insert)
    }
    values.removeAll(keepingCapacity: true)
    return true
  }

  private static let start: UInt64 = 14_695_981_039_346_656_037

  private static func startsWith(_ letter: Unicode.Scalar, _ row: BareConnection.Statement) -> Bool
  {
    sqlite3_column_text(row, 0).map { $0[0] == UInt8(ascii: letter) } ?? false
  }

  /// FNV-1a over the key of a row of the tree.
  private static func hash(_ row: BareConnection.Statement, _ hash: UInt64) -> UInt64 {
    guard let key = sqlite3_column_text(row, 0) else { return hash }
    return Self.hash(
      UnsafeBufferPointer(start: key, count: Int(sqlite3_column_bytes(row, 0))),
      hash
    )
  }

  private static func hash(_ key: some Sequence<UInt8>, _ hash: UInt64) -> UInt64 {
    var hash = hash
    for byte in key { hash = (hash ^ UInt64(byte)) &* 1_099_511_628_211 }
    return (hash ^ 0xFF) &* 1_099_511_628_211
  }

  private func bind(_ values: some Sequence<Scalar>, to statement: BareConnection.Statement) {
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
