import FeedModel

extension MessageWriter {
  /// Processes one node of a message.
  func visit(_ node: borrowing MessageNode, _ walk: inout MessageWalk) throws {
    guard let level = walk.level(of: node) else { return }
    if level == 4 {
      try visitField(node, &walk)
      return
    }
    try finishRow(&walk)
    switch level {
    case 0:
      guard node.kind == .object else {
        throw StoreError(
          .malformedMessage,
          "the message is not a JSON object",
          hint: "for example {\"upsert\":{\"event\":[{\"id\":1}]}}"
        )
      }
    case 1:
      try walk.begin(node)
      if walk.part == .sql, !allowsStatements {
        throw StoreError(
          .notAllowed,
          "'sql' is not allowed in a message from outside",
          hint: "send rows with 'upsert' and 'delete', or declare an action"
        )
      }
      if walk.part == .sql, node.kind == .text { try run(statements: node.text) }
    case 2: try visitTable(node, &walk)
    case 3: try visitRow(node, &walk)
    default: break
    }
  }

  private func visitTable(_ node: borrowing MessageNode, _ walk: inout MessageWalk) throws {
    if walk.part == .sql {
      guard node.kind == .text else {
        throw StoreError(
          .malformedMessage,
          "'sql' contains a value that is not a text",
          hint: "make it a list of statements"
        )
      }
      return try run(statements: node.text)
    }
    let table = try tableIndex(of: node, hint: walk.table)
    try walk.begin(table: table, named: schema.tables[table].name)
    guard node.kind == .array else {
      let what = walk.part == .upsert ? "a list of rows" : "a list of keys"
      let name = schema.tables[walk.table].name
      throw StoreError(.malformedMessage, "'\(name)' is not \(what)", hint: "make it \(what)")
    }
  }

  private func visitRow(_ node: borrowing MessageNode, _ walk: inout MessageWalk) throws {
    walk.position += 1
    let kind = node.kind
    if walk.part == .upsert {
      guard kind == .object else {
        throw StoreError(
          .malformedMessage,
          "row \(walk.position + 1) of '\(schema.tables[walk.table].name)' is not an object",
          hint: "a row names its columns, for example {\"id\":1}"
        )
      }
      walk.row.begin()
    } else {
      walk.row.begin()
      walk.hasNamedKey = kind == .object
      if kind != .array, kind != .object {
        walk.row.append(try node.scalar(at: place(of: walk)))
      }
    }
  }

  private func visitField(_ node: MessageNode, _ walk: inout MessageWalk) throws {
    guard walk.part == .upsert || walk.hasNamedKey else {
      walk.row.append(try node.scalar(at: place(of: walk)))
      return
    }
    let writer = tables[walk.table]
    let column = writer.columnIndex(after: walk.row.columns.last) { node.hasKey($0) }
    guard let column else { throw writer.unknownColumn(node.key) }
    let value = try node.scalar(
      at: place(of: walk) + ", column '\(writer.table.columns[column].name)'"
    )
    guard walk.row.insert(value, column: column) else {
      throw StoreError(
        .malformedMessage,
        "\(place(of: walk)) has the column '\(writer.table.columns[column].name)' twice",
        hint: "leave one of them out"
      )
    }
  }

  /// Writes or deletes the current row, if there is one.
  func finishRow(_ walk: inout MessageWalk) throws {
    guard walk.row.isOpen else { return }
    if walk.part == .upsert {
      try tables[walk.table].upsert(walk.row, position: walk.position)
    } else {
      let writer = tables[walk.table]
      let key =
        walk.hasNamedKey
        ? try writer.key(of: walk.row, position: walk.position) : walk.row.values
      try tables[walk.table].delete(key, position: walk.position)
    }
    walk.row.clear()
  }

  private func place(of walk: borrowing MessageWalk) -> String {
    tables[walk.table].place(walk.position)
  }

  private func tableIndex(
    of node: borrowing MessageNode,
    hint: Int
  ) throws -> Int {
    if hint < tables.count, node.hasKey(tables[hint].nameBytes) { return hint }
    for index in tables.indices where node.hasKey(tables[index].nameBytes) { return index }
    let names = schema.tables.map(\.name)
    throw StoreError(
      .unknownTable,
      "there is no table '\(node.key)'",
      hint: Suggestion.hint(for: node.key, among: names, kind: "tables")
    )
  }

  /// Runs the statements of a message, under the rules for messages.
  private func run(statements sql: String) throws {
    var position = 0
    while position < sql.utf8.count {
      let (statement, end) = try connection.prepareFirst(of: sql, from: position, rules: .message)
      try statement.map { statement in
        try Determinism.check(statement.sql, functions: connection.authorizer.findings.functions)
        guard statement.parameterCount == 0 else {
          throw StoreError(
            .sql,
            "a statement of a message has parameters: \(StoreError.excerpt(statement.sql))",
            hint: "write the values out"
          )
        }
        try statement.run()
      }
      position = end
    }
  }
}
