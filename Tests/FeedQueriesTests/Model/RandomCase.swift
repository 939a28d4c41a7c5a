import FeedSnapshots
import TestSupport

/// Random schemas, queries and histories: what a program, a feed or a mistake may do.
struct RandomCase {
  private var random: SeededGenerator
  /// Whether tables may have generated columns.
  private let generates: Bool
  var isNocase = false
  /// Whether the keys of items are texts.
  var isKeyed = false

  init(seed: UInt64, generates: Bool = true) {
    random = SeededGenerator(seed: seed)
    self.generates = generates
  }

  mutating func make(transactions: Int) -> ModelCase {
    let schema = schema(generates: generates)
    let queries = (0..<pick([1, 2, 3, 4, 12])).map { _ in query() }
    var history = (0..<transactions).map { _ in transaction() }
    // Windows keep some rows more than they show: only many rows make them ask for others.
    if chance(2) {
      lastItem = 90
      history = [[bulk()]] + (0..<transactions).map { _ in transaction() }
    }
    return ModelCase(schema: schema, queries: queries, history: history)
  }

  /// The largest key of an item.
  private(set) var lastItem = 12

  /// A statement that inserts many rows.
  mutating func bulk() -> String {
    let start = number(1, 40)
    return "INSERT OR REPLACE INTO item(id, parent, a, b, c, r) WITH RECURSIVE n(x) AS "
      + "(VALUES (\(start)) UNION ALL SELECT x + 1 FROM n WHERE x < \(start + 40)) SELECT x, "
      + "(SELECT id FROM parent WHERE id = x % 3), nullif(x * 7 % 11, 3), "
      + "x % 5, char(97 + x % 4), x / 4.0 FROM n"
  }

  mutating func item() -> String { "\(number(1, lastItem))" }
  mutating func owner() -> String {
    chance(6) ? "NULL" : "(SELECT id FROM parent WHERE id = \(number(1, 4)))"
  }
  mutating func small() -> String { chance(8) ? "NULL" : "\(number(0, 5))" }
  mutating func unique() -> String { chance(2) ? "NULL" : "\(number(1, 9))" }
  mutating func real() -> String {
    pick(["NULL", "0.1", "0.2", "2.5", "-0.0", "0", "9e999", "9e999 - 9e999", "1e300", "3"])
  }
  mutating func text() -> String {
    pick([
      "NULL", "''", "'a'", "'A'", "'ab'", "'b '", "'b'", "'é'", "'e\u{301}'", "'\u{1F3C0}'", "'10'",
      "'9'", "'x'", "'\u{FEFF}z'",
    ])
  }
  mutating func value() -> String {
    pick([
      "NULL", "1", "1.0", "2", "3.5", "9007199254740993", "9007199254740992.0", "'a'", "'B'",
      "x'00'",
      "x'61'", "-1", "9223372036854775807", "9.3e18", "'\u{E9}'",
    ])
  }

  mutating func chance(_ oneIn: Int) -> Bool { number(1, oneIn) == 1 }

  mutating func number(_ low: Int, _ high: Int) -> Int {
    Int.random(in: low...high, using: &random)
  }

  mutating func pick<T>(_ choices: [T]) -> T {
    choices[Int.random(in: choices.indices, using: &random)]
  }
}
