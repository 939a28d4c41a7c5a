import FeedStore

extension StatementFacts.ColumnRead {
  /// The column as a bit, the last of which stands for all others; none if only the rows are counted.
  ///
  /// SQLite says so as well of an expression that reads the row's own number, besides the column that it is.
  func mask(in sql: String) -> UInt64 {
    if let column { return 1 << UInt64(min(column, 63)) }
    let rowIDs = ["rowid", "oid", "_rowid_"]
    let namesRowID = SQLToken.tokens(of: sql).contains {
      $0.isName && rowIDs.contains($0.text.lowercased())
    }
    return namesRowID ? .max : 0
  }
}
