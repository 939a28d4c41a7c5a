extension Writer {
  /// How SQLite would run a statement, a line a step; nothing is written.
  ///
  /// - Parameter sql: The statement.
  /// - Returns: The steps, as `SEARCH quote USING PRIMARY KEY (market_id=?)`.
  /// - Throws: ``StoreError`` if the statement does not compile.
  package func plan(of sql: String) throws -> [String] {
    let rows = try prepare("EXPLAIN QUERY PLAN \(sql)")
    var steps: [String] = []
    while try rows.step() { steps.append(rows.text(at: 3)) }
    return steps
  }
}
