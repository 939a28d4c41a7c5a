import FeedStore

/// References from children to their parents: lists are found by the key as the parent's table has it.
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
    let conversion = parent.onlyKey.flatMap {
      ReferenceRule(to: $0).conversion(of: own.qualified(column), own.columns[column])
    }
    return conversion.map { fragments.source(of: $0) } ?? .column(column)
  }
}

extension StoreSchema.Table {
  /// What to do where a key of several columns stands in the way.
  var hintForCompoundKey: String {
    let key = primaryKey.map { columns[$0].name }.joined(separator: ", ")
    return "give '\(name)' a key of one column, as id INTEGER PRIMARY KEY, beside UNIQUE (\(key))"
  }

  /// The column of the primary key, if there is only one.
  var onlyKey: StoreSchema.Column? {
    primaryKey.count == 1 ? columns[primaryKey[0]] : nil
  }
}
