extension Mirror {
  /// The statement by which the program gives up its transaction.
  static let stop = "STOP"

  /// Does what a step does, as one transaction.
  ///
  /// - Returns: Whether the transaction was committed; it fails where SQLite rejects it.
  /// - Throws: An error that is not a broken constraint, and so a mistake of the case.
  func apply(_ step: Step, in model: FeedCase) throws -> Bool {
    try transaction {
      switch step {
      case .line(_, .upsert(let rows)):
        for table in rows.tables {
          for row in rows where row.table == table { try upsert(row, model.table(table)) }
        }
      case .line(_, .delete(let rows)):
        for table in rows.tables {
          for row in rows where row.table == table { try delete(row, model.table(table)) }
        }
      case .line(_, .document(let name, let rows)):
        try run("DELETE FROM \(name)")
        for row in rows { try upsert(row, model.table(name)) }
      case .line(_, .sql(let statements)), .outside(let statements):
        for sql in statements { try run(sql) }
      case .program(let statements):
        for sql in statements {
          if sql == Self.stop { throw Failure(code: 19, description: "the program's own error") }
          try run(sql)
        }
      case .put(let row): try upsert(row, model.table(row.table))
      case .remove(let row):
        try delete(row, model.table(row.table))
        if changedRows == 0 { throw Failure(code: 19, description: "there is no such row") }
      case .act, .move: break  // The player does what they have come to.
      }
    }
  }

  /// Does something as one transaction.
  ///
  /// - Returns: Whether it was committed.
  func transaction(_ body: () throws -> Void) throws -> Bool {
    try run("BEGIN")
    do {
      try body()
      try run("COMMIT")
      return true
    } catch let failure as Failure {
      if isInTransaction { try run("ROLLBACK") }
      guard failure.isConstraint else { throw failure }
      return false
    }
  }

  private func upsert(_ row: Change.Row, _ table: Table) throws {
    let pairs = zip(row.columns, row.values)
    let key = pairs.filter { table.key.contains($0.0) }.map { "\($0) = \($1.sql)" }
      .joined(separator: " AND ")
    let rest = pairs.filter { !table.key.contains($0.0) }.map { "\($0) = \($1.sql)" }
    if rest.isEmpty {
      guard try rows("SELECT 1 FROM \(row.table) WHERE \(key)").isEmpty else { return }
    } else {
      try run("UPDATE \(row.table) SET \(rest.joined(separator: ", ")) WHERE \(key)")
      if changedRows > 0 { return }
    }
    try run(
      "INSERT INTO \(row.table) (\(row.columns.joined(separator: ", "))) VALUES ("
        + row.values.map(\.sql).joined(separator: ", ") + ")"
    )
  }

  private func delete(_ row: Change.Row, _ table: Table) throws {
    let key = zip(table.key, row.values).map { "\($0) = \($1.sql)" }.joined(separator: " AND ")
    try run("DELETE FROM \(row.table) WHERE \(key)")
  }
}
