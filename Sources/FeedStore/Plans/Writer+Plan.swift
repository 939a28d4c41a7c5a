extension Writer {
  /// Returns the plan of SQLite for a statement, one line for each step; nothing is written.
  ///
  /// - Returns: The steps, such as `SEARCH quote USING PRIMARY KEY (market_id=?)`.
  /// - Throws: ``StoreError`` if the statement does not compile.
  package func plan(of sql: String) throws -> [String] {
    let rows = try prepare("EXPLAIN QUERY PLAN \(sql)")
    var steps: [String] = []
    while try rows.step() { steps.append(rows.text(at: 3)) }
    return steps
  }
}
