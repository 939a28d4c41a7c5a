import Foundation
import TestSupport

/// A random file for `feed init`, with the oddities of real files.
struct RandomStart {
  /// The name of the file.
  private(set) var name = ""
  /// The text of the file, or the SQL that creates the database.
  private(set) var text = ""
  private(set) var isDatabase = false
  /// The cells of a table without empty rows, row by row; `nil` for other files.
  private(set) var cells: [[String]]?

  private static let names = [
    "rows", "feed_items", "sqlite_stat", "pragma_log", "json_each", "dbstat", "message", "order",
    "null", "my file", "1st", "größe", "default", "true", "FEED_x", "section",
  ]

  private static let keys = [
    "id", "name", "Day-ahead [EUR/MWh]", "5\" disk", "order", "größe", "a\\b", "rowid", "oid",
    "key", "x\ny", "title", "link", "kind", "item", "select", "_id", "a.b", "it's", "価格", "😀",
    "at", "upsert", "adapter", ":message", "{name}", "# c", "- x", "yes", "null", "e\u{301}",
    "row_number", "\u{2028}", "feed_x", "slot", "group", "value", "2020", "<b>", "a/b", "index",
  ]

  private static let values = [
    "", "A", "  A", "A ", "B", "C\tD", "1.10", "1.9", "007", "+1", "-0", "1e5",
    "89014103211118510720", "89014103211118510721", String(repeating: "9", count: 400),
    "9223372036854775807", "9223372036854775808", "0.1", "1", "2", "3", "10", "2.5", "1.0",
    "0.30000000000000004", "0.3000000000000000444", "2021-03-04", "2021-13-45", "2021-03-04 10:00",
    "http://x.y/z", "say \"hi\"", "a,b;c|d", "line\nbreak", "l\r\nb", "é", "e\u{301}", "{x}", "[y]",
    "true", "null", "NaN", "Infinity", "0x10", "1_000", "=1+1", "\u{2028}", "x\u{FEFF}", "\u{85}",
    "'", "-", "\\", "$.",
  ]

  private static let numbers = [
    "1", "2", "-3", "1.0", "1.10", "12345678901234567890", "12345678901234567891", "0.1", "2.5",
    "1e5", "-0", "0.12345678901234567890", "9007199254740993", "1E-2", "52.520006599999996",
  ]

  /// Generates a file.
  init(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let stem = random.pick(Self.names)
    switch seed % 5 {
    case 0, 1: name = stem + drawTable(&random)
    case 2, 3: name = stem + drawJSON(&random)
    default:
      name = stem + ".sqlite"
      isDatabase = true
      drawDatabase(&random)
    }
  }

  // MARK: Comma-separated values

  /// Generates a table in one of the dialects, and returns the suffix of its name.
  private mutating func drawTable(_ random: inout SeededGenerator) -> String {
    let header = random.some(of: Self.keys, 1...6)
    let pools = header.map { _ in random.some(of: Self.values, 1...8) }
    let rows = (0..<Int.random(in: 1...5, using: &random)).map { _ in
      pools.map { random.pick($0) }
    }
    let separator = random.pick([",", ";", "\t", "|"])
    let newline = random.pick(["\n", "\n", "\r\n", "\r"])
    let isQuoted = random.chance(0.3)
    let lines = ([header] + rows).map { row in
      row.map { cell in
        let needsQuotes = cell.unicodeScalars.contains { ",;\t|\"\r\n".unicodeScalars.contains($0) }
        return isQuoted || needsQuotes ? "\"\(cell.replacing("\"", with: "\"\""))\"" : cell
      }
      .joined(separator: separator)
    }
    let mark = random.chance(0.2) ? "\u{FEFF}" : ""
    let hint = random.chance(0.2) ? "sep=\(separator)\(newline)" : ""
    text = mark + hint + lines.joined(separator: newline) + (random.chance(0.7) ? newline : "")
    cells = rows.filter { !$0.allSatisfy(\.isEmpty) }
    return random.pick([".csv", ".tsv", ".CSV", ".txt", ""])
  }

  // MARK: JSON

  private mutating func drawJSON(_ random: inout SeededGenerator) -> String {
    let keys = random.some(of: Self.keys, 1...5)
    let pools = keys.map { _ in
      (0..<Int.random(in: 1...4, using: &random)).map { _ in Self.value(&random, depth: 0) }
    }
    let objects = (0..<Int.random(in: 1...5, using: &random)).map { _ in
      let members = zip(keys, pools).filter { _ in random.chance(0.9) }
        .map { "\(Self.text($0, &random)): \(random.pick($1))" }
      return "{\(members.joined(separator: ", "))}"
    }
    let list = "[\(objects.joined(separator: ",\n "))]"
    switch Int.random(in: 0..<4, using: &random) {
    case 0:
      text = objects.joined(separator: random.chance(0.3) ? "\n\n" : "\n")
      return ".jsonl"
    case 1: text = "{\"page\": 1, \"data\": {\"items\": \(list)}}"
    case 2: text = "{\(Self.text(random.pick(Self.keys), &random)): \(list)}"
    default: text = list
    }
    return random.pick([".json", ""])
  }

  private static func value(_ random: inout SeededGenerator, depth: Int) -> String {
    switch Int.random(in: 0..<10, using: &random) {
    case 0..<3: return random.pick(numbers)
    case 3..<6: return text(random.pick(values), &random)
    case 6: return random.pick(["true", "false", "null"])
    case 7: return random.pick(["[]", "[1, \"x\"]", "[{\"a\": 1}]", "[[2]]", "{}"])
    default:
      guard depth < 2 else { return "null" }
      let members = random.some(of: keys, 1...2).map {
        "\(text($0, &random)): \(value(&random, depth: depth + 1))"
      }
      return "{\(members.joined(separator: ","))}"
    }
  }

  /// Returns a text as JSON, escaped like one of several writers.
  private static func text(_ text: String, _ random: inout SeededGenerator) -> String {
    let style = Int.random(in: 0..<3, using: &random)
    let escaped = text.utf16.map { unit in
      switch (unit, Unicode.Scalar(unit)) {
      case (0x22, _): "\\\""
      case (0x5C, _): "\\\\"
      case (0x2F, _) where style == 2: "\\/"
      case (0..<0x20, _),
        (0x80..., _) where style > 0 || unit < 0x20,
        (0x3C, _) where style == 2:
        "\\u" + String(repeating: "0", count: 4 - String(unit, radix: 16).count)
          + String(unit, radix: 16)
      default: String(decoding: [unit], as: UTF16.self)
      }
    }
    return style == 0 ? Self.plain(text) : "\"\(escaped.joined())\""
  }

  private static func plain(_ text: String) -> String {
    let escaped = text.unicodeScalars.map { scalar in
      switch scalar {
      case "\"": "\\\""
      case "\\": "\\\\"
      case "\n": "\\n"
      case "\r": "\\r"
      case "\t": "\\t"
      default: String(scalar)
      }
    }
    return "\"\(escaped.joined())\""
  }

  // MARK: Databases

  private mutating func drawDatabase(_ random: inout SeededGenerator) {
    let tables = random.some(of: ["note", "order", "message", "dbstat", "a b", "größe"], 1...3)
    let keys = ["INTEGER PRIMARY KEY", "TEXT PRIMARY KEY", "BLOB PRIMARY KEY", "PRIMARY KEY", ""]
    let checks = ["", "CHECK (length(\"name\") < 4)", "COLLATE NOCASE UNIQUE", "NOT NULL"]
    for table in tables {
      let others = random.some(of: Self.keys.filter { $0 != "name" && !$0.contains("\n") }, 1...3)
      let columns = others.map {
        "\(Self.quoted($0, "\"")) \(random.pick(["TEXT", "INTEGER", "", "REAL", "BLOB"]))"
      }
      let generated = random.chance(0.2) ? ", made TEXT AS (pk || '!')" : ""
      let name = Self.quoted(table, "\"")
      let type = random.pick(keys)
      text += "CREATE TABLE \(name) (pk \(type), \"name\" TEXT \(random.pick(checks)), "
      text += columns.joined(separator: ", ") + generated + ");\n"
      for row in 0..<Int.random(in: 0...3, using: &random) {
        let key =
          type.hasPrefix("INTEGER")
          ? "\(row + 1)"
          : random.pick(["\(row + 1)", "'k \(row)''é'", "x'00FF0\(row)'", "\(row).5"])
        let values = others.map { _ in
          random.pick(["NULL", "1", "2.5", "'x'", "'2021-03-04'", "x'00FF'", "9e999", "'1.10'"])
        }
        text += "INSERT OR IGNORE INTO \(name) (pk, \"name\", "
        text += others.map { Self.quoted($0, "\"") }.joined(separator: ", ")
        let title = random.pick(["'a'", "'B b'", "NULL", "'\(row)'"])
        text += ") VALUES (\(key), \(title), \(values.joined(separator: ", ")));\n"
      }
    }
  }

  private static func quoted(_ text: String, _ quote: String) -> String {
    quote + text.replacing(quote, with: quote + quote) + quote
  }
}

extension SeededGenerator {
  fileprivate mutating func pick<T>(_ values: [T]) -> T {
    values[Int.random(in: values.indices, using: &self)]
  }

  fileprivate mutating func chance(_ probability: Double) -> Bool {
    Double.random(in: 0..<1, using: &self) < probability
  }

  /// Returns some of the values, each once, in any order.
  fileprivate mutating func some<T>(of values: [T], _ count: ClosedRange<Int>) -> [T] {
    Array(values.shuffled(using: &self).prefix(Int.random(in: count, using: &self)))
  }
}
