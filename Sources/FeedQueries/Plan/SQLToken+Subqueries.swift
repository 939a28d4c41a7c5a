import FeedStore

extension SQLToken {
  /// Returns whether a fragment has a subquery: a `SELECT`, or `IN` and a table's name.
  static func haveSubquery(_ sql: String) -> Bool {
    let tokens = tokens(of: sql)
    return tokens.indices.contains { index in
      tokens[index].isKeyword("SELECT")
        || tokens[index].isKeyword("IN") && index + 1 < tokens.count && tokens[index + 1].isName
    }
  }
}
