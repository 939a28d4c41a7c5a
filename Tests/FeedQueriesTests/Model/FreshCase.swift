import FeedQueries
import TestSupport

/// Random tables whose keys may be NULL, with values for which aggregates fail, and queries over them.
struct FreshCase {
  private var random: SeededGenerator
  private var keyColumns = 1
  private var hasReference = false

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  mutating func schema() -> String {
    let key = pick([
      "id TEXT PRIMARY KEY", "id PRIMARY KEY", "id INT PRIMARY KEY", "id INTEGER PRIMARY KEY",
      "id INTEGER PRIMARY KEY DESC", "id TEXT COLLATE NOCASE PRIMARY KEY",
      "id TEXT, id2 INT, PRIMARY KEY (id, id2)",
    ])
    keyColumns = key.contains("id2") ? 2 : 1
    hasReference = chance(2)
    let columns =
      "g \(pick(["TEXT", "TEXT COLLATE NOCASE", "TEXT COLLATE RTRIM", ""])) %R, n, d TEXT, code"
      .replacing("%R", with: hasReference ? "REFERENCES g (id)" : "")
    let parts = key.split(separator: ",", maxSplits: 2).map(String.init)
    let body =
      keyColumns == 1
      ? "\(key), \(columns)" : "\(parts[0]),\(parts[1]), \(columns),\(parts[2])"
    return """
      CREATE TABLE g (id TEXT \(pick(["", "COLLATE NOCASE", "COLLATE RTRIM"])) PRIMARY KEY \(
        pick(["", "NOT NULL"])), code UNIQUE, name, d TEXT);
      CREATE TABLE p (\(body));
      CREATE TABLE e (id INTEGER PRIMARY KEY, g TEXT \(pick(["", "COLLATE NOCASE"])) \(
        pick(["", "REFERENCES g (id)"])), n, d TEXT);
      \(pick(["", "CREATE INDEX p_g ON p (g);"]))
      """
  }

  /// A query whose aggregates may fail.
  mutating func query() -> LiveQuery {
    if chance(4) {
      return LiveQuery(
        from: "g",
        filter: pick([nil, "\(Self.number) > 0", "s IS NULL OR s < 9"]),
        order: pick([[], ["name"], ["abs(s * 1.0)"], ["c DESC"], ["f"]]),
        include: [
          Inclusion(
            "ps",
            LiveQuery(
              from: "p",
              filter: pick([nil, "\(Self.number) > 1"]),
              order: ["n"],
              limit: pick([nil, 2])
            ),
            on: "g"
          )
        ],
        aggregates: [
          Aggregate("s", "total(n)", from: "p", on: "g"),
          Aggregate(
            "c",
            "count(*)",
            from: "p",
            on: "g",
            filter: pick([nil, "\(Self.number) > 0"])
          ),
          Aggregate("f", "min(json_extract(d, '$.a'))", from: "p", on: "g"),
        ]
      )
    }
    let isGrouped = chance(2)
    return LiveQuery(
      from: "p",
      filter: pick([
        nil, "\(Self.number) > 0", "abs(n * 1.0) >= 0", "n IN (SELECT \(Self.number) FROM e)",
        "n IS NOT NULL", Self.failing, "code > 2 AND \(Self.failing)", "json_valid(d)",
      ]),
      order: pick([
        [], ["n"], ["\(Self.number) DESC"], ["abs(n * 1.0)", "d"],
        isGrouped ? ["n"] : ["d", "n DESC"], ["json_extract(d, '$.a') DESC"],
      ]),
      group: isGrouped
        ? Grouping(
          by: pick(["g", "g", "n", Self.number, "json_extract(d, '$.a')"]),
          order: pick([[], [Self.number], ["abs(n)"], ["json(\(ofGroup))"]]),
          title: pick([
            nil, "n", "abs(n * 1.0)", "json_extract(d, '$.a')", ofGroup, "json(\(ofGroup))",
          ]),
          aggregates: [
            Aggregate("m", "count(*)", from: "p", on: "g"),
            Aggregate("c", "sum(n)", from: "e", on: "g", filter: pick([nil, Self.failing])),
          ]
        ) : nil,
      limit: pick([nil, nil, 1, 2]),
      computed: pick([[], [], [ComputedColumn("x", "json_extract(d, '$.a')")]])
    )
  }

  /// A column of the row that a group's key refers to, if it does.
  private var ofGroup: String { hasReference ? "g.d" : "d" }

  /// A number of a row's JSON, which is NULL if the JSON is malformed.
  private static let number = "CASE WHEN json_valid(d) THEN json_extract(d, '$.a') END"
  /// A condition that fails for malformed JSON.
  private static let failing = "json_extract(d, '$.a') > 0"

  mutating func statement() -> String {
    switch number(0, 11) {
    case 0, 1:
      "INSERT OR REPLACE INTO g VALUES (\(group()), \(number(1, 5)), \(value()), \(document()))"
    case 2, 3, 4:
      "INSERT OR REPLACE INTO p VALUES (\(key()), \(keyColumns == 2 ? "\(key()), " : "")"
        + "\(reference()), \(value()), \(document()), \(number(1, 5)))"
    case 5: "INSERT INTO e VALUES (NULL, \(reference()), \(value()), \(document()))"
    case 6: "UPDATE OR IGNORE p SET id = \(key()) WHERE \(rows())"
    case 7: "UPDATE p SET n = \(value()) WHERE \(rows())"
    case 8: "UPDATE p SET d = \(document()) WHERE \(rows())"
    case 9: "UPDATE p SET g = \(reference()) WHERE \(rows())"
    case 10: "UPDATE \(pick(["g", "e"])) SET d = \(document())"
    default: "DELETE FROM \(pick(["p", "p", "e", "g"])) WHERE \(number(0, 1)) OR id IS NULL"
    }
  }

  private mutating func rows() -> String {
    pick(["id IS NULL", "id = \(key())", "n = 0", "rowid % 2", "d = '{'", "TRUE"])
  }

  private mutating func key() -> String {
    pick(["NULL", "1", "2", "3", "'a'", "'A'", "4", "5", "x'31'"])
  }
  private mutating func group() -> String { pick(["'a'", "'A'", "'b'", "'b '", "NULL", "'c'"]) }

  /// A group that is there, or NULL.
  private mutating func reference() -> String {
    "(SELECT \(pick(["id", "upper(id)", "lower(id)", "id || ' '"])) FROM g WHERE id = \(group()))"
  }

  private mutating func value() -> String {
    pick([
      "NULL", "0", "-0.0", "0.0", "1", "2.5", "'x'", "9223372036854775807",
      "-9223372036854775807 - 1",
      "-3",
    ])
  }

  private mutating func document() -> String {
    pick(["NULL", "'{'", "'{\"a\":1}'", "'{\"a\":2}'", "'{\"a\":0}'", "'{\"a\":3}'", "''"])
  }

  private mutating func chance(_ oneIn: Int) -> Bool { number(1, oneIn) == 1 }

  mutating func number(_ low: Int, _ high: Int) -> Int {
    Int.random(in: low...high, using: &random)
  }

  private mutating func pick<T>(_ choices: [T]) -> T {
    choices[Int.random(in: choices.indices, using: &random)]
  }
}
