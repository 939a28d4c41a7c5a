import FeedStore

extension FragmentCompiler {
  /// Joins the parent tables that fragments name as `parent.column`.
  mutating func join(parentsNamedIn fragments: [(sql: String, path: [String])]) {
    for (sql, path) in fragments {
      for name in qualifiers(in: sql) { join(parentNamed: name, path: path) }
    }
  }

  private mutating func join(parentNamed name: String, path: [String]) {
    let folded = name.lowercased()
    guard folded != table.name.lowercased(),
      let parent = schema.tables.firstIndex(where: { $0.name.lowercased() == folded }),
      !joins.contains(where: { $0.table == parent })
    else { return }
    let keys = table.foreignKeys.filter { $0.parentTable.lowercased() == folded }
    guard keys.count <= 1 else {
      guard ambiguousParents.insert(folded).inserted else { return }
      errors.append(
        QueryError(
          .ambiguousParent,
          at: path,
          "\(keys.count) foreign keys of '\(table.name)' lead to '\(name)'",
          hint: "keep what is needed of '\(name)' in a column of '\(table.name)'"
        )
      )
      return
    }
    guard let key = keys.first, key.columns.count == 1, let column = key.columns.first else {
      return
    }
    let parentTable = schema.tables[parent]
    let parentKey =
      key.parentColumns.first
      ?? parentTable.primaryKey.first.map { parentTable.columns[$0].name } ?? "rowid"
    if parentTable.primaryKey.map({ parentTable.columns[$0].name.lowercased() })
      != [parentKey.lowercased()]
    {
      requeryReason = "'\(parentTable.name)' is joined by another column than its primary key"
    }
    let rule = ReferenceRule(to: parentTable.column(named: parentKey))
    reads.insert(parent)
    columns |= 1 << UInt64(min(column, 63))
    askedColumns |= 1 << UInt64(min(column, 63))
    joins.append(
      ParentJoin(
        table: parent,
        column: column,
        rule: rule,
        sql: "LEFT JOIN \(parentTable.name.quotedAsIdentifier) ON "
          + "\(parentTable.name.quotedAsIdentifier).\(parentKey.quotedAsIdentifier) = "
          + rule.joined(table.qualified(column), table.columns[column])
      )
    )
  }

  /// The names that stand before a dot.
  private func qualifiers(in sql: String) -> [String] {
    let tokens = SQLToken.tokens(of: sql)
    return tokens.indices.dropLast().compactMap { index in
      let isQualifier =
        tokens[index].isName && tokens[index + 1].isSign(".")
        && (index == 0 || !tokens[index - 1].isSign("."))
      return isQualifier ? tokens[index].text : nil
    }
  }
}
