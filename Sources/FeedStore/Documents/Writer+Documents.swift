package import FeedModel

extension Writer {
  /// The reason why a document cannot have a name.
  package enum DocumentNameProblem: Hashable, Sendable {
    /// A table or a view has the name, which the table of the document would hide.
    case taken(by: String)
    /// Statements of the store, or functions of SQLite, use the name.
    case reserved
  }

  /// Returns the reason why a document cannot have a name, or `nil`.
  ///
  /// - Throws: ``StoreError`` if the schema cannot be read.
  package func problem(ofDocument name: String) throws -> DocumentNameProblem? {
    let folded = name.lowercased()
    let reserved = Bookkeeping.tableNames + ["json_each", "json_tree"]
    if reserved.contains(folded)
      || ["feed_", "sqlite_", "pragma_"].contains(where: { folded.hasPrefix($0) })
    {
      return .reserved
    }
    let rows = try own(
      "SELECT type FROM sqlite_schema WHERE type IN ('table', 'view') AND name = ?1 COLLATE NOCASE"
    )
    rows.bind(name, at: 1)
    defer { rows.reset() }
    return try rows.step() ? .taken(by: rows.text(at: 0)) : nil
  }

  /// Creates the empty table of a document.
  ///
  /// The table belongs to the connection, and not to the file: the text of the document is what the
  /// store keeps. Queries and messages can read the table as any other. Its first column is the key.
  ///
  /// - Parameters:
  ///   - name: The name of the document, which no table has.
  ///   - columns: The names of the columns, of which no two are equal in any case.
  /// - Throws: ``StoreError`` if SQLite cannot create the table.
  /// - Precondition: No transaction is open, no query is compiled, and the name has no problem.
  package func makeDocument(_ name: String, columns: [String]) throws {
    precondition(connection.isInAutocommit, "a document was declared in a transaction")
    let rest = columns.dropFirst().map { ", " + $0.quotedAsIdentifier }.joined()
    try connection.collector.overlookingSchema {
      try connection.run(
        """
        CREATE TEMP TABLE \(name.quotedAsIdentifier) (
          \(columns[0].quotedAsIdentifier) PRIMARY KEY NOT NULL\(rest)
        ) WITHOUT ROWID
        """
      )
    }
    connection.authorizer.documents.append(name)
    schema = try StoreSchema.read(from: connection)
    connection.collector.follow(schema)
  }

  /// Replaces the rows of a document, and writes only those that differ.
  ///
  /// - Returns: Whether any row differs.
  /// - Throws: ``StoreError`` if SQLite cannot write a row.
  /// - Complexity: O(*n* · log *n*) for *n* old and new rows.
  package func replaceDocument(
    _ name: String,
    with rows: [ContiguousArray<Value>]
  ) throws -> Bool {
    guard let table = schema.table(named: name), table.isDocument else {
      preconditionFailure("'\(name)' is not a document")
    }
    let target = "temp.\(name.quotedAsIdentifier)"
    let names = table.columns.map(\.name.quotedAsIdentifier)
    let list = names.joined(separator: ", ")
    var old = try documentRows("SELECT \(list) FROM \(target)", names.count)
    var different: [(isNew: Bool, row: ContiguousArray<Value>)] = []
    for row in rows {
      let known = old.removeValue(forKey: table.key([row[0]]))
      if known != row { different.append((known == nil, row)) }
    }
    let delete = try own("DELETE FROM \(target) WHERE \(names[0]) = ?1")
    for row in old.values { try delete.run(binding: row.prefix(1)) }
    let assignments = names.indices.dropFirst().map { "\(names[$0]) = ?\($0 + 1)" }
    let update = try own(
      "UPDATE \(target) SET \(assignments.joined(separator: ", ")) WHERE \(names[0]) = ?1"
    )
    let values = names.indices.map { "?\($0 + 1)" }.joined(separator: ", ")
    let insert = try own("INSERT INTO \(target) VALUES (\(values))")
    for (isNew, row) in different { try (isNew ? insert : update).run(binding: row[...]) }
    return !old.isEmpty || !different.isEmpty
  }

  private func documentRows(
    _ sql: String,
    _ width: Int
  ) throws -> [ObjectKey: ContiguousArray<Value>] {
    let statement = try own(sql)
    defer { statement.reset() }
    var rows: [ObjectKey: ContiguousArray<Value>] = [:]
    while try statement.step() {
      let row = ContiguousArray((0..<width).map { statement.value(at: $0) })
      rows[StoreSchema.Table.key([row[0]], isText: false)] = row
    }
    return rows
  }

  private func own(_ sql: String) throws -> Statement {
    try connection.prepare(sql, rules: .own)
  }
}

extension Statement {
  fileprivate func run(binding values: ArraySlice<Value>) throws {
    for (index, value) in values.enumerated() { bind(value, at: index + 1) }
    try run()
  }
}
