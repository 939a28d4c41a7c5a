import FeedStore

extension StatementFacts.ColumnRead {
  /// Returns the bit of the column; bit 63 is shared by all later columns.
  ///
  /// SQLite reports no column if an expression counts rows (no bits) or reads the row id (all bits).
  func mask(in sql: String) -> UInt64 {
    if let column { return 1 << UInt64(min(column, 63)) }
    let rowIDs = ["rowid", "oid", "_rowid_"]
    let namesRowID = SQLToken.tokens(of: sql).contains {
      $0.isName && rowIDs.contains($0.text.lowercased())
    }
    return namesRowID ? .max : 0
  }
}
