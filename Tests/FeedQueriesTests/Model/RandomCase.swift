import FeedModel
import TestSupport

/// Random schemas, queries and histories: what a program, a feed or a mistake may do.
struct RandomCase {
  private var random: SeededGenerator
  /// Whether tables may have generated columns.
  private let generates: Bool
  /// Whether equal keys may be spelt in several ways, which a session takes for several keys, and texts
  /// hold any bytes.
  let spells: Bool
  /// Whether queries may show some columns only.
  private let narrows: Bool
  var isNocase = false
  /// The types of keys of items and parents, and their equality.
  enum KeyKind { case integer, text, nocase, rtrim, untyped }

  var itemKeys = KeyKind.integer
  var parentKeys = KeyKind.integer

  init(seed: UInt64, generates: Bool = true, spells: Bool = true, narrows: Bool = true) {
    random = SeededGenerator(seed: seed)
    self.generates = generates
    self.spells = spells
    self.narrows = narrows
  }

  mutating func make(transactions: Int) -> ModelCase {
    let schema = schema(generates: generates)
    let isNarrow = narrows && chance(2)
    let queries = (0..<pick([1, 2, 3, 4, 12])).map { _ in
      // One query that shows all has all columns of its table read.
      isNarrow && !chance(12) ? narrowed(query()) : query()
    }
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
      + "(VALUES (\(start)) UNION ALL SELECT x + 1 FROM n WHERE x < \(start + 40)) SELECT "
      + "\(itemKeys == .nocase ? "char(75 + x % 2 * 32) || x" : "x"), "
      + "(SELECT id FROM parent WHERE rowid = x % 3), nullif(x * 7 % 11, 3), "
      + "x % 5, char(97 + x % 4), x / 4.0 FROM n"
  }

  mutating func item() -> String { key(number(1, lastItem), itemKeys) }
  mutating func parent(_ most: Int = 4) -> String { key(number(1, most), parentKeys) }
  mutating func owner() -> String {
    chance(6) ? "NULL" : "(SELECT \(spelt("id", parentKeys)) FROM parent WHERE id = \(parent()))"
  }

  /// One of the spellings of a key.
  private mutating func key(_ number: Int, _ kind: KeyKind) -> String {
    switch kind {
    case .integer, .text: "\(number)"
    case .nocase: pick(["'k\(number)'", "'K\(number)'"])
    case .rtrim: pick(["'\(number)'", "'\(number)'", "'\(number)  '"])
    case .untyped:
      pick(["\(number)", "\(number)", "\(number).0", "'\(number)'", "x'3\(number % 10)'"])
    }
  }

  /// A key, or one that is equal to it.
  mutating func spelt(_ key: String, _ kind: KeyKind) -> String {
    switch kind {
    case .integer, .text: key
    case .nocase: pick([key, "upper(\(key))", "lower(\(key))"])
    case .rtrim: pick([key, "\(key) || ' '", "rtrim(\(key))"])
    case .untyped: pick([key, "iif(typeof(\(key)) = 'integer', \(key) + 0.0, \(key))"])
    }
  }
  mutating func small() -> String { chance(8) ? "NULL" : "\(number(0, 5))" }
  mutating func unique() -> String { chance(2) ? "NULL" : "\(number(1, 9))" }
  mutating func real() -> String {
    pick(["NULL", "0.1", "0.2", "2.5", "-0.0", "0", "9e999", "9e999 - 9e999", "1e300", "3"])
  }
  mutating func text() -> String {
    if spells, chance(6) {
      return pick([
        "'a' || char(0) || 'c'", "'A' || char(0) || 'b'", "CAST(x'61ff' AS TEXT)",
      ])
    }
    return pick([
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
