import FeedSnapshots
import TestSupport

/// Random schemas, queries and histories: what a program, a feed or a mistake may do.
struct RandomCase {
  private var random: SeededGenerator

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  mutating func make(transactions: Int) -> ModelCase {
    let schema = schema()
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
  private var lastItem = 12

  /// A statement that inserts many rows.
  private mutating func bulk() -> String {
    let start = number(1, 40)
    return "INSERT OR REPLACE INTO item(id, parent, a, b, c, r) WITH RECURSIVE n(x) AS "
      + "(VALUES (\(start)) UNION ALL SELECT x + 1 FROM n WHERE x < \(start + 40)) SELECT x, "
      + "(SELECT id FROM parent WHERE id = x % 3), nullif(x * 7 % 11, 3), "
      + "x % 5, char(97 + x % 4), x / 4.0 FROM n"
  }

  // MARK: Schemas

  private var isNocase = false
  private var ordType = ""

  private mutating func schema() -> String {
    isNocase = chance(3)
    ordType = pick(["INTEGER", "", "REAL", "TEXT"])
    let onDelete = pick(["CASCADE", "SET NULL"])
    let isKeyed = chance(3)
    return """
      CREATE TABLE parent (id INTEGER PRIMARY KEY, name TEXT, ord \(ordType));
      CREATE TABLE item (
        id \(isKeyed ? "TEXT" : "INTEGER") PRIMARY KEY NOT NULL,
        parent INTEGER REFERENCES parent ON DELETE \(onDelete) ON UPDATE CASCADE,
        a INTEGER, b, c TEXT\(isNocase ? " COLLATE NOCASE" : ""), r REAL, u UNIQUE
      )\(isKeyed && chance(2) ? " WITHOUT ROWID" : "");
      CREATE TABLE child (
        id INTEGER PRIMARY KEY, item REFERENCES item ON DELETE CASCADE ON UPDATE CASCADE,
        n INTEGER, t TEXT
      );
      \(chance(2) ? "CREATE INDEX item_a ON item(a);" : "")
      \(chance(2) ? "CREATE INDEX item_parent ON item(parent);" : "")
      \(chance(4) ? Self.trigger : "")
      """
  }

  private static let trigger = """
    CREATE TRIGGER item_moves AFTER UPDATE OF a ON item WHEN NEW.a > 3 BEGIN
      UPDATE parent SET ord = NEW.a WHERE id = NEW.parent;
    END;
    """

  // MARK: Queries

  private static let itemAggregates = [
    ["children", "count(*)", "child", "item"],
    ["top", "max(n)", "child", "item", "t IS NOT NULL"],
  ]
  private static let parentAggregates = [
    ["items", "count(*)", "item", "parent", "a > 1"],
    ["worth", "sum(r)", "item", "parent"],
  ]

  private mutating func query() -> ModelCase.Query {
    switch number(0, 5) {
    case 0: parents()
    case 1: children()
    default: items()
    }
  }

  private mutating func items() -> ModelCase.Query {
    var query = ModelCase.Query(from: "item")
    query.filter = pick([
      nil, "a > 2", "a = 1", "b IS NOT NULL", "c LIKE 'a%'", "a = 1 AND b <> 3", "parent.ord > 1",
      "r < 2.5 OR a IS NULL", "a > :now", "parent = 2", "NOT (a = 2)",
      "a NOT IN (SELECT n FROM child)", "b BETWEEN 1 AND 3 AND a = 2",
    ])
    query.order = (0..<number(0, 2)).map { _ in
      pick([
        "a", "a DESC", "b", "b DESC", "c", "c DESC", "c COLLATE NOCASE DESC", "c COLLATE RTRIM",
        "r",
        "r DESC", "a NULLS LAST", "b DESC NULLS FIRST", "length(c) DESC", "parent.ord DESC",
        "parent.name", "a % 2", "parent",
      ])
    }
    switch number(0, 5) {
    case 0, 1:
      query.by = "parent"
      query.groupOrder = pick([
        [], ["parent.ord"], ["parent.ord DESC", "parent.name"], ["a"], ["parent.name", "a DESC"],
      ])
      query.title = pick([nil, "parent.name", "a"])
      if chance(2) { query.groupAggregates = Self.parentAggregates }
    case 2:
      query.by = isNocase ? "a % 3" : pick(["a % 3", "b", "c", "r"])
      query.groupOrder = pick([[], ["a DESC"], ["r"]])
    default: break
    }
    query.limit = pick([nil, nil, 1, 2, 3, 20])
    query.offset = query.limit == nil ? 0 : pick([0, 0, 1, 2])
    query.aggregates = Self.itemAggregates
    if chance(3) {
      query.include = [.init(name: "children", on: "item", query: children(isIncluded: true))]
    }
    return query
  }

  private mutating func parents() -> ModelCase.Query {
    var query = ModelCase.Query(from: "parent")
    query.filter = pick([nil, "ord > 1", "name IS NOT NULL"])
    query.order = pick([[], ["ord"], ["name DESC"], ["ord DESC", "name"]])
    query.limit = pick([nil, nil, 2])
    query.aggregates = Self.parentAggregates
    if chance(2) {
      var items = items()
      items.by = nil
      items.groupOrder = []
      items.title = nil
      items.groupAggregates = []
      query.include = [.init(name: "items", on: "parent", query: items)]
    }
    return query
  }

  private mutating func children(isIncluded: Bool = false) -> ModelCase.Query {
    var query = ModelCase.Query(from: "child")
    query.filter = pick([nil, "n > 1", "t = 'x'"])
    query.order = pick([[], ["n"], ["t DESC", "n"]])
    if !isIncluded, chance(2) { query.by = pick(["n", "item"]) }
    query.limit = pick([nil, nil, 1, 2])
    return query
  }

  // MARK: Histories

  private mutating func transaction() -> [String] {
    if chance(15) { return ["TICK \(number(0, 4))"] }
    var statements = (0..<pick([1, 1, 1, 2, 3, 6])).map { _ in statement() }
    if chance(12) { statements.append("ROLLBACK") }
    if chance(12) {
      statements.insert("SAVEPOINT s", at: number(0, statements.count))
      statements.append(pick(["ROLLBACK TO s", "RELEASE s"]))
    }
    return statements
  }

  private mutating func statement() -> String {
    switch number(0, lastItem > 12 ? 27 : 24) {
    case 25: bulk()
    case 26: "DELETE FROM item WHERE a = \(small()) OR a = \(small())"
    case 27: "UPDATE item SET a = a + 3 WHERE a < \(small())"
    case 0..<4:
      "INSERT OR REPLACE INTO item(id, parent, a, b, c, r, u) VALUES (\(item()), \(owner()), "
        + "\(small()), \(value()), \(text()), \(real()), \(unique()))"
    case 4..<6:
      "INSERT INTO item(id, parent, a, b, c) VALUES (\(item()), \(owner()), \(small()), \(value()), "
        + "\(text())) ON CONFLICT(id) DO UPDATE SET a = excluded.a, parent = excluded.parent"
    case 6: "UPDATE item SET a = \(small()) WHERE id = \(item())"
    case 7: "UPDATE item SET b = \(value()) WHERE id = \(item())"
    case 8: "UPDATE item SET c = \(text()) WHERE a = \(small())"
    case 9: "UPDATE item SET r = \(real()) WHERE id = \(item())"
    case 10: "UPDATE item SET parent = \(owner()) WHERE id = \(item())"
    case 11: "UPDATE OR REPLACE item SET id = \(item()) WHERE id = \(item())"
    case 12: "UPDATE item SET a = a + \(number(-1, 1))"
    case 13: "DELETE FROM item WHERE \(chance(8) ? "1" : "id = \(item())")"
    case 14..<16:
      "INSERT INTO parent(id, name, ord) VALUES (\(number(1, 4)), \(text()), \(small())) "
        + "ON CONFLICT(id) DO UPDATE SET ord = excluded.ord"
    case 16: "UPDATE parent SET name = \(text()) WHERE id = \(number(1, 4))"
    case 17: "UPDATE parent SET ord = \(value())"
    case 18: "DELETE FROM parent WHERE id = \(number(1, 4))"
    case 19: "UPDATE OR IGNORE parent SET id = \(number(1, 5)) WHERE id = \(number(1, 4))"
    case 20..<22:
      "INSERT OR REPLACE INTO child(id, item, n, t) SELECT \(number(1, 12)), id, \(small()), "
        + "\(text()) FROM item WHERE id = \(item())"
    case 22: "UPDATE child SET item = (SELECT max(id) FROM item), n = \(small())"
    case 23: chance(6) ? "DELETE FROM child" : "DELETE FROM child WHERE id = \(number(1, 12))"
    default: chance(5) ? "DELETE FROM item" : "UPDATE item SET a = a, c = c"
    }
  }

  private mutating func item() -> String { "\(number(1, lastItem))" }
  private mutating func owner() -> String {
    chance(6) ? "NULL" : "(SELECT id FROM parent WHERE id = \(number(1, 4)))"
  }
  private mutating func small() -> String { chance(8) ? "NULL" : "\(number(0, 5))" }
  private mutating func unique() -> String { chance(2) ? "NULL" : "\(number(1, 9))" }
  private mutating func real() -> String {
    pick(["NULL", "0.1", "0.2", "2.5", "-0.0", "0", "9e999", "9e999 - 9e999", "1e300", "3"])
  }
  private mutating func text() -> String {
    pick([
      "NULL", "''", "'a'", "'A'", "'ab'", "'b '", "'b'", "'é'", "'e\u{301}'", "'\u{1F3C0}'", "'10'",
      "'9'", "'x'", "'\u{FEFF}z'",
    ])
  }
  private mutating func value() -> String {
    pick([
      "NULL", "1", "1.0", "2", "3.5", "9007199254740993", "9007199254740992.0", "'a'", "'B'",
      "x'00'",
      "x'61'", "-1", "9223372036854775807", "9.3e18", "'\u{E9}'",
    ])
  }

  private mutating func chance(_ oneIn: Int) -> Bool { number(1, oneIn) == 1 }

  private mutating func number(_ low: Int, _ high: Int) -> Int {
    Int.random(in: low...high, using: &random)
  }

  private mutating func pick<T>(_ choices: [T]) -> T {
    choices[Int.random(in: choices.indices, using: &random)]
  }
}
