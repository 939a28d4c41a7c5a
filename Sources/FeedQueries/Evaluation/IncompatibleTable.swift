import FeedStore

/// A table that was replaced by one with another key or other columns.
struct IncompatibleTable: Error, CustomStringConvertible {
  let name: String

  var description: String {
    "table '\(name)' is not the one any more that the query was made for; open the store again"
  }
}

extension StoreSchema {
  /// Returns the tables that have changed, except by appended columns.
  ///
  /// A dropped table is not among them: reading it fails with an error, and it may return.
  func strangers(in current: StoreSchema) -> Set<Int> {
    Set(
      tables.indices.filter { index in
        guard let now = current.table(named: tables[index].name) else { return false }
        return !tables[index].isContinued(by: now)
      }
    )
  }
}

extension StoreSchema.Table {
  fileprivate func isContinued(by other: StoreSchema.Table) -> Bool {
    primaryKey == other.primaryKey && isWithoutRowID == other.isWithoutRowID
      && hasIntegerPrimaryKey == other.hasIntegerPrimaryKey
      && other.columns.starts(with: columns)
  }
}
