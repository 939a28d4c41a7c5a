import Testing

@Suite("SQL statements that change rows")
struct StatementTests {
  @Test(arguments: StatementHistory.all, StatementHistory.Author.allCases)
  func `live rows equal a fresh query after every statement of every author`(
    history: StatementHistory,
    author: StatementHistory.Author
  ) {
    #expect(history.outcome(by: author).difference == nil)
  }
}
