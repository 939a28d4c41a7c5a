import FeedStore

extension FragmentCompiler {
  /// Compiles the order and the title of groups as columns of the row that the group's key names.
  ///
  /// - Parameters:
  ///   - group: The grouping.
  ///   - column: The column that holds the group's key.
  ///   - path: Where the grouping stands.
  /// - Returns: The lookup, or nothing if the key refers to no table or not all is found there.
  mutating func lookup(
    _ group: Grouping,
    column: Int,
    path: [String]
  ) -> (terms: [SortTerm], attributes: GroupAttributes)? {
    let showsNothing = group.order.isEmpty && group.title == nil && group.folded == nil
    guard !showsNothing,
      let key = table.foreignKeys.first(where: { $0.columns == [column] }),
      let parent = schema.tables.firstIndex(where: {
        $0.name.lowercased() == key.parentTable.lowercased()
      })
    else {
      return showsNothing ? ([], .row(order: [], title: nil, folded: nil)) : nil
    }
    let parentTable = schema.tables[parent]
    guard parentTable.primaryKey.count == 1, let keyColumn = parentTable.primaryKey.first,
      key.parentColumns.isEmpty
        || key.parentColumns.map({ $0.lowercased() })
          == [parentTable.columns[keyColumn].name.lowercased()]
    else { return nil }
    // Only if the parent's key tells apart what the groups tell apart, one row is one group's.
    let own = table.columns[column]
    guard own.knownCollation == parentTable.columns[keyColumn].knownCollation,
      own.affinity == parentTable.columns[keyColumn].affinity
        || own.affinity.isNumeric && parentTable.columns[keyColumn].affinity.isNumeric
    else { return nil }
    var trial = self
    let parentName = parentTable.name.quotedAsIdentifier
    var selected: [String] = []
    var terms: [SortTerm] = []
    for sql in group.order.map({ OrderTerm($0) }) {
      guard trial.isFound(sql.expression, in: parent),
        let collation = collation(of: sql, in: parentTable)
      else { return nil }
      selected.append(sql.expression)
      terms.append(
        SortTerm(
          isDescending: sql.isDescending,
          nullsFirst: sql.nullsFirst,
          collation: collation
        )
      )
    }
    if let title = group.title {
      guard trial.isFound(title, in: parent) else { return nil }
      selected.append(title)
    }
    if let folded = group.folded {
      guard trial.isFound(folded, in: parent) else { return nil }
      selected.append(folded.asTruth)
    }
    let keyName = parentTable.columns[keyColumn].name.quotedAsIdentifier
    let list = selected.joined(separator: "\n, ")
    return (
      terms,
      .lookup(
        table: parent,
        sql: "SELECT \(list)\n FROM \(parentName) WHERE \(parentName).\(keyName) = ?1"
      )
    )
  }

  private mutating func isFound(_ sql: String, in parent: Int) -> Bool {
    check(sql, from: schema.tables[parent].name.quotedAsIdentifier, at: []) { _, tables in
      tables.subtracting([parent]).isEmpty && !SQLToken.haveSubquery(sql)
    }
  }
}
