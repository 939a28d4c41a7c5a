import FeedModel

extension Connection {
  /// Returns the triggers that record the changed rows of a table, at least those that differ.
  ///
  /// If REPLACE deletes a row because of a unique index, no trigger runs for that row unless the
  /// program has enabled recursive triggers. So rows that conflict with a new one are recorded
  /// before it is written.
  func changeTriggers(of table: StoreSchema.Table) throws -> [ChangeTrigger] {
    let keys = table.primaryKey.map { table.columns[$0].name.quotedAsIdentifier }
    let into = "INSERT INTO \(ChangeLog.table) (name, \(ChangeLog.keyColumns(keys.count)))"
    let name = table.name.quoted(by: "'")
    func values(_ row: String) -> String {
      ([name] + keys.map { "\(row).\($0)" }).joined(separator: ", ")
    }
    // The column's own collation and affinity could treat different keys as equal.
    let isRekeyed = keys.map {
      "OLD.\($0) COLLATE BINARY IS NOT NEW.\($0) OR typeof(OLD.\($0)) <> typeof(NEW.\($0))"
    }
    let new = "\(into) VALUES (\(values("NEW")));"
    let old = "\(into) VALUES (\(values("OLD")));"
    let oldIfRekeyed =
      "\(into) SELECT \(values("OLD")) WHERE \(isRekeyed.joined(separator: " OR "));"
    var displaced: [String]
    if let indexes = try uniqueIndexes(of: table) {
      displaced = indexes.map {
        "\(into) SELECT \(([name] + keys).joined(separator: ", ")) "
          + "FROM \(table.name.quotedAsIdentifier) WHERE \($0);"
      }
    } else {
      displaced = ["INSERT INTO \(ChangeLog.table) (name) VALUES (NULL);"]
    }
    let bodies = [
      ("replace", "BEFORE INSERT", displaced),
      ("insert", "AFTER INSERT", [new]),
      ("displace", "BEFORE UPDATE", displaced),
      ("update", "AFTER UPDATE", [new, oldIfRekeyed]),
      ("delete", "AFTER DELETE", [old]),
    ]
    return bodies.filter { !$0.2.isEmpty }.map { kind, event, statements in
      let trigger = "\(ChangeTrigger.prefix)\(kind)_\(table.name)"
      return ChangeTrigger(
        name: trigger,
        sql: """
          CREATE TRIGGER \(trigger.quotedAsIdentifier) \(event) ON \(table.name.quotedAsIdentifier) BEGIN
          \(statements.map { "  \($0)" }.joined(separator: "\n"))
          END
          """
      )
    }
  }

  /// Returns conditions for the rows that conflict with the row `NEW`, one for each unique index.
  ///
  /// The row id needs no condition: a row with the same row id has the key of the new one.
  ///
  /// - Returns: The conditions, or `nil` if they cannot be determined for some index.
  private func uniqueIndexes(of table: StoreSchema.Table) throws -> [String]? {
    let indexes = try prepare(
      """
      SELECT list.name, list.partial, info.cid, info.name, info.coll
      FROM pragma_index_list(?1) AS list, pragma_index_xinfo(list.name) AS info
      WHERE list."unique" AND info.key ORDER BY list.name, info.seqno
      """,
      rules: .own
    )
    indexes.bind(table.name, at: 1)
    var conditions: [(index: String, terms: [String])] = []
    while try indexes.step() {
      let name = indexes.text(at: 3)
      guard indexes.integer(at: 1) == 0, indexes.integer(at: 2) >= 0,
        let column = table.columnIndex(of: name).map({ table.columns[$0] }),
        let value = column.valueToBeStored
      else {
        indexes.reset()
        return nil
      }
      let term =
        "\(name.quotedAsIdentifier) COLLATE \(indexes.text(at: 4).quotedAsIdentifier) = \(value)"
      if conditions.last?.index != indexes.text(at: 0) {
        conditions.append((indexes.text(at: 0), []))
      }
      conditions[conditions.count - 1].terms.append(term)
    }
    return conditions.map { $0.terms.joined(separator: " AND ") }
  }
}
