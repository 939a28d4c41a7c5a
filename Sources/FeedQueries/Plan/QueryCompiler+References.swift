import FeedStore

/// References from children to parents. Lists are found by the key as stored in the parent's table.
extension QueryCompiler {
  /// Reports an error if a column cannot refer to the rows of a parent.
  mutating func checkReference(
    of column: StoreSchema.Column,
    in child: StoreSchema.Table,
    to parent: StoreSchema.Table,
    path: [String]
  ) {
    guard let key = parent.onlyKey else { return }
    if let other = child.column(referredToBy: column.name, of: parent, insteadOf: key.name) {
      report(
        .referenceToOtherColumn,
        path,
        "'\(child.name).\(column.name)' refers to '\(parent.name).\(other)', but lists and aggregates "
          + "follow only references to the primary key, '\(parent.name).\(key.name)'",
        hint: "name a column of '\(child.name)' that refers to '\(parent.name) (\(key.name))'"
      )
      return
    }
    let types = (column.affinity, key.affinity)
    guard types.0 != .none, types.1 != .none, (types.0 == .text) != (types.1 == .text) else {
      return
    }
    report(
      .mismatchedReference,
      path,
      "'\(child.name).\(column.name)' is declared \(column.declaredType), but "
        + "'\(parent.name).\(key.name)', which it refers to, is \(key.declaredType)",
      hint: "declare both with the same type: a text is never equal to a number"
    )
  }

  /// Returns the rule by which the column of an aggregate refers to the groups of a node.
  ///
  /// A column that refers to a key compares by the key's collation; every other column by its own. If
  /// the column is the one that the node groups by, the aggregate covers the rows of each group.
  func owner(of aggregate: AggregatePlan, inGroupsOf plan: NodePlan) -> ReferenceRule {
    var rule = aggregate.owner
    let isOwn =
      aggregate.table == plan.table && plan.partitioning.source == .column(aggregate.column)
    let reference = schema.references(of: aggregate.table).first {
      $0.columns == [aggregate.column]
    }
    let column =
      reference.map { schema.tables[$0.parent].columns[$0.parentColumns[0]] }
      ?? schema.tables[aggregate.table].columns[aggregate.column]
    if !isOwn, column.knownCollation != .binary { rule.collation = column.knownCollation }
    return rule
  }

  /// Returns the source of the parent's key, as stored in the parent's table.
  func reference(
    by column: Int,
    to parent: StoreSchema.Table,
    fragments: inout FragmentCompiler
  ) -> ValueSource {
    let own = fragments.table
    let conversion = parent.onlyKey.flatMap {
      ReferenceRule(to: $0).conversion(of: own.qualified(column), own.columns[column])
    }
    return conversion.map { fragments.source(of: $0) } ?? .column(column)
  }
}

extension StoreSchema.Table {
  /// Returns the parent's column that a column refers to, or `nil` if it refers to the primary key.
  fileprivate func column(
    referredToBy name: String,
    of parent: StoreSchema.Table,
    insteadOf key: String
  ) -> String? {
    let referred =
      foreignKeys
      .filter { $0.parentTable.lowercased() == parent.name.lowercased() }
      .flatMap { zip($0.columns, $0.parentColumns) }
      .filter { columns[$0.0].name == name }
      .map(\.1)
    return referred.contains { $0.lowercased() == key.lowercased() } ? nil : referred.first
  }

  /// A hint for a table whose primary key has several columns.
  var hintForCompoundKey: String {
    let key = primaryKey.map { columns[$0].name }.joined(separator: ", ")
    return "give '\(name)' a key of one column, as id INTEGER PRIMARY KEY, and add UNIQUE (\(key))"
  }

  /// The column of the primary key, or `nil` if there are several.
  var onlyKey: StoreSchema.Column? {
    primaryKey.count == 1 ? columns[primaryKey[0]] : nil
  }
}
