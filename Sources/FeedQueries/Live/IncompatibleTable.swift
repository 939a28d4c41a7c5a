import FeedStore

/// A table that somebody has replaced by one that cannot be followed as the old one was.
struct IncompatibleTable: Error, CustomStringConvertible {
  let name: String

  var description: String {
    "table '\(name)' is not the one any more that the query was made for; open the store again"
  }
}

extension StoreSchema {
  /// The tables that are not what they were, but for columns that have come behind the others.
  ///
  /// A table that is gone is none of them: reading it says what is wrong, and it may come back.
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
