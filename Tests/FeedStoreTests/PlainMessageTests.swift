import FeedModel
import FeedStore
import TestSupport
import Testing

/// Messages of the usual form are read without SQLite, with the same result.
@Suite("Plain messages")
struct PlainMessageTests {
  private static let schema = """
    CREATE TABLE sport (id INTEGER PRIMARY KEY, name TEXT, odds REAL, note, amount NUMERIC);
    CREATE TABLE line (market INTEGER, side TEXT, price REAL, PRIMARY KEY (market, side))
      WITHOUT ROWID;
    CREATE TABLE tag (name TEXT PRIMARY KEY NOT NULL, shout TEXT AS (upper(name)));
    """

  /// Returns the results of messages: the keys or error of each, and all rows with their classes.
  private func outcome(of messages: [String], plainly: Bool) throws -> [String] {
    let store = try memoryStore(Self.schema)
    var outcome: [String] = []
    outcome += try store.withWriter { writer in
      var outcome: [String] = []
      let reader = try MessageWriter(in: writer)
      reader.readsPlainMessages = plainly
      for message in messages {
        do {
          let changes = try writer.transaction { _ in try reader.apply(message) }
          outcome.append("\(keys(changes, in: store.schema))")
        } catch {
          outcome.append("\(error)")
        }
      }
      return outcome
    }
    for table in ["sport", "line", "tag"] {
      let columns = try store.rows("SELECT name FROM pragma_table_info('\(table)')")
      let values = columns.map { "quote(\($0)), typeof(\($0))" }.joined(separator: ", ")
      outcome += try store.rows("SELECT \(values) FROM \(table) ORDER BY 1")
    }
    return outcome
  }

  @Test(arguments: 0..<60)
  func `random messages have the same rows and errors with both readers`(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let messages = (0..<40).map { _ in RandomMessage.text(&random) }
    let plain = try outcome(of: messages, plainly: true)
    let sqlite = try outcome(of: messages, plainly: false)
    for (index, (plain, sqlite)) in zip(plain, sqlite).enumerated() where plain != sqlite {
      let message = index < messages.count ? messages[index] : "the rows in the end"
      Issue.record("seed \(seed), \(message):\n  plainly \(plain)\n  by SQLite \(sqlite)")
    }
    #expect(plain.count == sqlite.count)
  }

  @Test(arguments: 0...4)
  func `a number with a given number of decimals is the double that SQLite reads`(
    decimals: Int
  ) throws {
    var random = SeededGenerator(seed: UInt64(decimals))
    let numbers = (1...2000).map { index in
      let digits = Int.random(in: 1...(15 - decimals), using: &random)
      let integer = (0..<digits).map { _ in Int.random(in: 0...9, using: &random) }
      let fraction = (0..<decimals).map { _ in String(Int.random(in: 0...9, using: &random)) }
      // JSON does not allow leading zeros.
      let text = String(integer.reduce(0) { $0 * 10 + $1 })
      return "{\"id\":\(index),\"odds\":\(index % 3 == 0 ? "-" : "")\(text)"
        + "\(decimals > 0 ? "." : "")\(fraction.joined())}"
    }
    let message = "{\"upsert\":{\"sport\":[\(numbers.joined(separator: ","))]}}"
    let store = try memoryStore(
      Self.schema + "CREATE TABLE exact (id INTEGER PRIMARY KEY, odds REAL);"
    )
    try store.withWriter { writer in
      let reader = try MessageWriter(in: writer)
      _ = try writer.transaction { writer in
        for number in numbers {
          try reader.apply("{\"upsert\":{\"sport\":[\(number)]}}")
        }
        let oracle = try writer.prepare(
          """
          INSERT INTO exact SELECT value ->> 'id', value ->> 'odds'
          FROM json_each(?1, '$.upsert.sport')
          """
        )
        oracle.bind(message, at: 1)
        try oracle.run()
      }
    }
    let differing = try store.rows(
      "SELECT id, sport.odds, exact.odds FROM sport JOIN exact USING (id) WHERE sport.odds <> exact.odds"
    )
    #expect(differing.isEmpty)
    #expect(try store.rows("SELECT count(*) FROM sport JOIN exact USING (id)") == ["2000"])
  }

  @Test func `a message of the usual form makes SQLite run only the statements for its rows`()
    throws
  {
    let store = try memoryStore(Self.schema)
    try store.withWriter { writer in
      let reader = try MessageWriter(in: writer)
      let message = #"{"at":0.25,"upsert":{"sport":[{"id":1,"odds":2.35},{"id":2,"odds":1.5}]}}"#
      _ = try writer.transaction { _ in try reader.apply(message) }
      _ = writer.takeWork()
      _ = try writer.transaction { _ in try reader.apply(message) }
      // BEGIN, two updates and COMMIT.
      #expect(writer.takeWork().runs == 4)
    }
  }
}

/// Random messages, most of the usual form, and some unusual in one or several ways.
private enum RandomMessage {
  static func text(_ random: inout SeededGenerator) -> String {
    var parts = ["\"at\":\(scalar(&random))"]
    for _ in 0..<Int.random(in: 0...2, using: &random) {
      let part = pick(["upsert", "upsert", "upsert", "delete", "upset", "document"], &random)
      parts.append("\(name(part, &random)):\(tables(isUpsert: part != "delete", &random))")
    }
    var text =
      "\(blank(&random)){\(parts.shuffled(using: &random).joined(separator: blank(&random) + ","))}"
    if chance(12, &random) {
      // A character is missing or added at a random position.
      let place = text.indices.randomElement(using: &random) ?? text.startIndex
      if chance(2, &random) {
        text.remove(at: place)
      } else {
        text.insert(
          Character(pick(["\"", "0", ",", "}", "\u{1}", "\0", "é", "-"], &random)),
          at: place
        )
      }
    }
    // A message of more than 64 KiB is read row by row.
    let padding = chance(60, &random) ? String(repeating: " ", count: 66_000) : ""
    return text + padding + blank(&random)
  }

  private static func tables(isUpsert: Bool, _ random: inout SeededGenerator) -> String {
    let tables = (0..<Int.random(in: 0...2, using: &random)).map { _ in
      let table = chance(30, &random) ? "spot" : pick(["sport", "line", "tag"], &random)
      let rows = (0..<Int.random(in: 0...3, using: &random)).map { _ in
        isUpsert ? row(of: table, &random) : key(of: table, &random)
      }
      return "\(name(table, &random)):\(blank(&random))[\(blank(&random))"
        + "\(rows.joined(separator: blank(&random) + ","))\(blank(&random))]"
    }
    return "{\(tables.joined(separator: ","))}"
  }

  private static func row(of table: String, _ random: inout SeededGenerator) -> String {
    let columns: [String] =
      switch table {
      case "line": ["market", "side", "price"]
      case "tag": chance(10, &random) ? ["name", "shout"] : ["name"]
      default: ["id", "name", "odds", "note", "amount"]
      }
    let fields = columns.compactMap { column -> String? in
      if chance(5, &random), column != columns[0] || chance(8, &random) { return nil }
      if chance(60, &random) { return "\(name(pick(["nothing", ""], &random), &random)):1" }
      let value =
        column == "id" || column == "market"
        ? String(Int.random(in: 1...5, using: &random)) : scalar(&random)
      return "\(name(column, &random)):\(blank(&random))\(value)"
    }
    let all = chance(40, &random) ? fields + fields.prefix(1) : fields
    return "{\(blank(&random))\(all.shuffled(using: &random).joined(separator: ","))}"
  }

  private static func key(of table: String, _ random: inout SeededGenerator) -> String {
    table == "line" && !chance(10, &random)
      ? "[\(Int.random(in: 1...5, using: &random)),\(scalar(&random))]" : scalar(&random)
  }

  private static func name(_ name: String, _ random: inout SeededGenerator) -> String {
    chance(40, &random)
      ? "\"\\u00\(String(name.utf8.first ?? 0, radix: 16))\(name.dropFirst())\"" : "\"\(name)\""
  }

  private static func scalar(_ random: inout SeededGenerator) -> String {
    let digits = String(UInt64.random(in: 0...UInt64.max, using: &random))
    return switch Int.random(in: 0..<14, using: &random) {
    case 0: "null"
    case 1: pick(["true", "false", "tru", "nul"], &random)
    case 2: pick(["-0", "0", "-0.0", "0.0", "00", "01.5", "-", "1.", ".5", "1e3", "2E-2"], &random)
    case 3: String(digits.prefix(Int.random(in: 14...20, using: &random)))
    case 4: "\(digits.prefix(3)).\(digits.suffix(Int.random(in: 1...6, using: &random)))"
    case 5: "-\(digits.prefix(12)).\(digits.suffix(Int.random(in: 1...4, using: &random)))"
    case 6: pick(["\"a\\\"b\"", "\"\\u00e9\"", "\"tab\\t\"", "\"half \\ud83d\""], &random)
    case 7: pick(["\"é\"", "\"\"", "\"Grüße, 世界 👋\"", "\"1.5\"", "\" 7 \""], &random)
    case 8: pick(["[]", "{}", "[1]", "{\"a\":1}"], &random)
    case 9: "\"\(digits)\""
    default: String(Int.random(in: -3...9, using: &random))
    }
  }

  private static func blank(_ random: inout SeededGenerator) -> String {
    chance(10, &random) ? pick([" ", "\t", "\n ", "\r\n"], &random) : ""
  }

  private static func chance(_ one: Int, _ random: inout SeededGenerator) -> Bool {
    Int.random(in: 0..<one, using: &random) == 0
  }

  private static func pick(_ from: [String], _ random: inout SeededGenerator) -> String {
    from[Int.random(in: from.indices, using: &random)]
  }
}
