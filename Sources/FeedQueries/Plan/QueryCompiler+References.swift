import FeedStore

/// References from children to their parents: lists are found by the bytes of the key, while
/// SQLite would convert what it compares by the declared types of both columns.
extension QueryCompiler {
  /// Says if a column cannot refer to the rows of a parent.
  mutating func checkReference(
    of column: StoreSchema.Column,
    in child: StoreSchema.Table,
    to parent: StoreSchema.Table,
    path: [String]
  ) {
    guard let key = parent.onlyKey else { return }
    let types = (column.affinity, key.affinity)
    guard types.0 != .none, types.1 != .none, (types.0 == .text) != (types.1 == .text) else {
      return
    }
    report(
      .mismatchedReference,
      path,
      "'\(child.name).\(column.name)' is declared \(column.declaredType), but "
        + "'\(parent.name).\(key.name)', which it refers to, is \(key.declaredType)",
      hint: "declare both alike: a text is never equal to a number that looks like it"
    )
  }

  /// Where the key of the parent comes from, as the parent's table has stored it.
  func reference(
    by column: Int,
    to parent: StoreSchema.Table,
    fragments: inout FragmentCompiler
  ) -> ValueSource {
    let own = fragments.table
    guard own.columns[column].affinity == .none, let key = parent.onlyKey,
      key.affinity != .none
    else { return .column(column) }
    let sql = "\(own.name.quotedAsIdentifier).\(own.columns[column].name.quotedAsIdentifier)"
    // As SQLite converts what is compared with a column that has a type.
    return fragments.source(
      of: key.affinity == .text
        ? "CASE WHEN typeof(\(sql)) IN ('integer', 'real') THEN CAST(\(sql) AS TEXT) ELSE \(sql) END"
        : "CASE WHEN typeof(\(sql)) = 'text' AND CAST(\(sql) AS NUMERIC) = \(sql) "
          + "THEN CAST(\(sql) AS NUMERIC) ELSE \(sql) END"
    )
  }
}

extension StoreSchema.Table {
  /// The column of the primary key, if there is only one.
  fileprivate var onlyKey: StoreSchema.Column? {
    primaryKey.count == 1 ? columns[primaryKey[0]] : nil
  }
}
