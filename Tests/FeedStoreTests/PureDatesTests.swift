import FeedModel
import Testing

@testable import FeedStore

@Suite("Date functions of a store that applies a log")
struct PureDatesTests {
  /// Returns the value of an expression over `?1`.
  private func value(_ expression: String, of argument: String, isPure: Bool) throws -> String {
    let store = try Store(at: .memory)
    return try store.withWriter { writer in
      if isPure { try writer.refuseClock() }
      let select = try writer.prepare(
        "SELECT typeof(v) || ' ' || quote(v) FROM (SELECT \(expression) v)"
      )
      if expression.contains("?1") { select.bind(argument, at: 1) }
      defer { select.reset() }
      return try select.step() ? select.text(at: 0) : ""
    }
  }

  private static let calls = [
    "datetime(1, 'unixepoch')", "date('2026-01-31', '+1 month', 'weekday 0')", "date(NULL)",
    "julianday('2026-01-01 12:00')", "unixepoch('2026-01-01')", "time('12:34:56.7')",
    "strftime('%Y now', '2026-01-01')", "strftime('now', 0)", "strftime('%s', 2460000.5)",
    "datetime('nowhere')", "date('2026-01-01', 'no modifier')", "datetime(?1)",
    "datetime(?1, '+1 day')",
    "date(x'323032362d30312d3031')", "datetime(1e300)",
  ]

  @Test(arguments: calls) func `a given time has the result of SQLite`(
    call: String
  ) throws {
    let at = "2026-05-06 07:08"
    #expect(try value(call, of: at, isPure: true) == value(call, of: at, isPure: false))
  }

  @Test(arguments: [
    ("datetime(?1)", "now", "'datetime' with 'now' reads the clock"),
    ("datetime(?1)", "Now", "'datetime' with 'Now' reads the clock"),
    ("date(CAST(?1 AS BLOB))", "now", "'date' with 'now' reads the clock"),
    ("time(?1)", "subsec", "'time' with 'subsec' for a time reads the clock"),
    ("julianday('now')", "", "'julianday' with 'now' reads the clock"),
    ("strftime('%s', ?1)", "now", "'strftime' with 'now' reads the clock"),
    ("strftime('%s')", "", "'strftime' without a time reads the clock"),
    ("unixepoch()", "", "'unixepoch' without a time reads the clock"),
    (
      "datetime(1, ?1)", "localtime",
      "'datetime' with 'localtime' depends on the machine's time zone"
    ),
    ("datetime(1, 'unixepoch', ?1)", "UTC", "'datetime' with 'UTC' depends on"),
  ])
  func `a call that would read the clock is rejected at run time`(
    call: String,
    argument: String,
    what: String
  ) throws {
    let error = #expect(throws: StoreError.self) {
      try value(call, of: argument, isPure: true)
    }
    #expect(error?.code == .nonDeterministic)
    #expect(error?.message.contains(what) == true, "\(String(describing: error))")
    #expect(error?.hint == "pass the time in: ':now' in an action, or a member of the message")
  }

  @Test func `a rejected statement leaves the connection unchanged`() throws {
    let store = try Store(
      at: .memory,
      schema: SchemaSource(sql: "CREATE TABLE t (id INTEGER PRIMARY KEY, at TEXT);", name: "t.sql")
    )
    try store.withWriter { writer in
      try writer.refuseClock()
      let insert = try writer.prepare("INSERT INTO t (at) VALUES (datetime(?1))")
      #expect(throws: StoreError.self) {
        _ = try writer.transaction { _ in
          insert.bind("now", at: 1)
          try insert.run()
        }
      }
      _ = try writer.transaction { _ in
        insert.bind("2026-01-01", at: 1)
        try insert.run()
      }
      let select = try writer.prepare("SELECT group_concat(at) FROM t")
      defer { select.reset() }
      #expect(try select.step() && select.text(at: 0) == "2026-01-01 00:00:00")
    }
  }
}
