import FeedFormatting
import Testing

@testable import FeedDefinition

@Suite("The columns of conditions")
struct ConditionColumnTests {
  @Test(arguments: [
    ("CAST(k AS UNSIGNED BIG INT) = 1 AND b", ["k", "b"]),
    ("CAST(k AS VARCHAR(10)) = b", ["k", "b"]),
    ("k = x'61' OR k = X'61' OR x = 1", ["k", "x"]),
    ("a COLLATE nocase LIKE b ESCAPE c", ["a", "b", "c"]),
    ("(SELECT count(*) FROM other) > a", ["a"]),
    ("length(a) > 1 AND \"b c\" IS NOT NULL", ["a", "b c"]),
  ])
  func `only columns are among the names of a condition`(
    sql: String,
    columns: [String]
  ) {
    #expect(RowCondition(sql: sql).columns == columns)
  }
}
