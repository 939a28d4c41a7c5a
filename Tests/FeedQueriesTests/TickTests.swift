import FeedModel
import FeedStore
import TestSupport
import Testing

@testable import FeedQueries

/// Conditions that compare with `:now`, over random histories of writes and ticks.
@Suite("Ticks")
struct TickTests {
  private static let schema = """
    CREATE TABLE venue (id INTEGER PRIMARY KEY, closes INTEGER, opens TEXT);
    CREATE TABLE event (
      id INTEGER PRIMARY KEY, venue INTEGER REFERENCES venue, starts TEXT COLLATE NOCASE, ends INTEGER,
      length REAL, any_time);
    """
  private static let indexes = """
    CREATE INDEX event_venue ON event (venue);
    CREATE INDEX event_starts ON event (starts);
    CREATE INDEX event_ends ON event (ends);
    CREATE INDEX event_late ON event (ends + length);
    CREATE INDEX venue_closes ON venue (closes);
    """

  /// Conditions with `:date` for the time as a text and `:now` for the time as a number.
  private static let conditions = [
    "starts > :date", ":date <= starts", "NOT (starts < :date)", "ends >= :now - 3",
    "ends < 2 + :now", "(ends) > (:now + 1)", "ends = :now", "ends <> :now", "ends IS NOT :now + 1",
    ":now - 2 IS ends", "ends BETWEEN :now AND :now + 4", "ends NOT BETWEEN 2 AND :now",
    ":now BETWEEN ends - 5 AND ends", ":now - 1 NOT BETWEEN length AND ends",
    "ends + length > :now", "starts COLLATE BINARY > :date", "coalesce(ends, 0) > :now",
    "venue.closes > :now", "venue.closes <= :now OR ends > :now", "starts > :date AND ends > :now",
    "CASE WHEN ends > :now THEN starts > :date ELSE length > 3 END",
    "iif(ends > :now, length, 0) > 4", "(ends > :now) = (length > 5)", "any_time > :now",
    "ends > :now AND EXISTS (SELECT 1 FROM venue v WHERE v.id = event.venue AND v.closes > 5)",
  ]

  @Test(arguments: conditions, [true, false])
  func `a tick reads the rows that are due and shows the rows of fresh SQL`(
    _ condition: String,
    _ isIndexed: Bool
  ) throws {
    for seed in 0..<UInt64(amount(3, full: 12, soak: 200)) {
      let mistake = try Run(condition: condition, isIndexed: isIndexed).mistake(seed: seed)
      #expect(mistake == nil, "seed \(seed): \(mistake ?? "")")
    }
  }

  /// Orders, written as the conditions are.
  private static let orders = [
    "ends < :now DESC", "starts < :date", "iif(ends > :now + 2, length, -length)",
    "abs(ends - :now)",
    "venue.closes > :now", "(ends < :now) + (length > :now)", "any_time > :now DESC",
  ]

  @Test(arguments: orders, ["1", "ends > :now - 4", "length - :now > -3"])
  func `a tick moves the rows whose order has changed`(
    _ order: String,
    _ condition: String
  ) throws {
    for seed in 0..<UInt64(amount(3, full: 12, soak: 200)) {
      let run = Run(condition: condition, order: order, isIndexed: true)
      let mistake = try run.mistake(seed: seed)
      #expect(mistake == nil, "seed \(seed): \(mistake ?? "")")
    }
  }

  @Test(arguments: orders.filter { !$0.contains("abs") })
  func `overlooked rows whose order has changed are found`(_ order: String) throws {
    let run = Run(condition: "1", order: order, isIndexed: true, fault: .dueRows)
    let isFound = try (0..<UInt64(100)).contains { try run.mistake(seed: $0) != nil }
    #expect(isFound)
  }

  @Test(arguments: ["ends > :now", "length < :now + 2", "ends - :now > 1"])
  func `a tick recomputes the aggregates whose rows have changed`(_ condition: String) throws {
    for seed in 0..<UInt64(amount(3, full: 12, soak: 200)) {
      let run = Run(condition: "1", counted: condition, isIndexed: true)
      let mistake = try run.mistake(seed: seed)
      #expect(mistake == nil, "seed \(seed): \(mistake ?? "")")
    }
  }

  @Test func `overlooked rows of an aggregate that are due are found`() throws {
    let run = Run(condition: "1", counted: "ends > :now", isIndexed: true, fault: .dueRows)
    let isFound = try (0..<UInt64(100)).contains { try run.mistake(seed: $0) != nil }
    #expect(isFound)
  }

  @Test(arguments: conditions)
  func `overlooked rows that are due are found`(_ condition: String) throws {
    let run = Run(condition: condition, isIndexed: true, fault: .dueRows)
    let isFound = try (0..<UInt64(100)).contains { try run.mistake(seed: $0) != nil }
    #expect(isFound)
  }

  /// A random history of one query.
  private struct Run {
    let condition: String
    var order = "length"
    /// The condition of the events of a venue that count, if the venues are shown.
    var counted: String?
    let isIndexed: Bool
    var fault: QuerySet.Overlooked?
    /// The sizes of lists: half of the queries show windows.
    private var limit: Int? { condition.utf8.count % 2 == 0 ? 3 : nil }

    private var query: LiveQuery {
      if let counted {
        let due = Aggregate("due", "count(*)", from: "event", on: "venue", filter: counted)
        return LiveQuery(from: "venue", order: ["due DESC"], limit: limit, aggregates: [due])
      }
      return LiveQuery(
        from: "event",
        filter: condition.replacing(":date", with: ":now"),
        order: [order.replacing(":date", with: ":now")],
        limit: limit
      )
    }

    /// Plays a history.
    ///
    /// - Returns: The first difference from fresh SQL, or `nil`.
    func mistake(seed: UInt64) throws -> String? {
      let store = try Store(
        at: .memory,
        schema: SchemaSource(sql: schema + (isIndexed ? indexes : ""), name: "s.sql")
      )
      var random = SeededGenerator(seed: seed)
      return try store.withWriter { writer in
        let core = try LiveCore([.init("q", query)], writer: writer)
        core.queries.overlooked = fault
        let letter = core.queries.reports[0].queryClass.letter
        let isWhole = order.contains("abs") || condition.contains("- :now >")
        guard ["A", "B"].contains(letter) || isWhole && letter == "D" else {
          return core.queries.reports[0].queryClass.reason
        }
        var time: Int64?
        for step in 0..<60 {
          if let mistake = try play(core, writer, &time, &random) {
            return "step \(step), \(mistake)"
          }
        }
        return nil
      }
    }

    private func play(
      _ core: LiveCore,
      _ writer: Writer,
      _ time: inout Int64?,
      _ random: inout SeededGenerator
    ) throws -> String? {
      let former = time
      let isTick = Bool.random(using: &random)
      if isTick {
        time = .random(in: 0...9, using: &random)
        if Int.random(in: 0..<12, using: &random) == 0 { time = nil }
      }
      // Next to a column without a type, the time has the type that the tick gave it.
      let isText = !(condition + order).contains("any_time") && Bool.random(using: &random)
      let value: Value =
        time.map { isText ? .text(Text(Self.date($0))) : .integer($0) } ?? .null
      let count = Int.random(in: isTick ? 0...1 : 1...3, using: &random)
      let statements = (0..<count).map { _ in statement(&random) }
      // A failed tick undoes what its rows have changed.
      let fails = Int.random(in: 0..<8, using: &random) == 0
      do {
        _ = try core.commit(writer, time: isTick ? value : nil) { writer in
          for sql in statements { try writer.run(sql) }
          if fails { throw ModelRun.Stop() }
        }
      } catch is ModelRun.Stop {
        time = former
      } catch let error as StoreError where error.code == .constraint {
        time = former
      }
      return try difference(core, writer, time, statements)
    }

    private func difference(
      _ core: LiveCore,
      _ writer: Writer,
      _ time: Int64?,
      _ statements: [String]
    ) throws -> String? {
      func plain(_ sql: String) -> String {
        sql.replacing("venue.closes", with: "(SELECT closes FROM venue WHERE id = venue)")
          .replacing(":now", with: time.map(String.init) ?? "NULL")
          .replacing(":date", with: time.map { "'\(Self.date($0))'" } ?? "NULL")
      }
      let events = "SELECT id FROM event WHERE \(plain(condition)) ORDER BY \(plain(order))"
      let venues = counted.map {
        "SELECT id FROM venue ORDER BY (SELECT count(*) FROM event "
          + "WHERE venue = venue.id AND \(plain($0))) DESC"
      }
      let rows = try writer.prepare("\(venues ?? events), id LIMIT \(limit ?? -1)")
      var keys: [String] = []
      while try rows.step() { keys.append("\(rows.integer(at: 0))") }
      let fresh = "NULL[\(keys.joined(separator: " "))]"
      if let failure = core.snapshot["q"]?.failure { return failure }
      let shown = core.snapshot["q"]?.shape ?? ""
      return shown == fresh
        ? nil : "at \(time ?? -1) after \(statements): \(shown) is shown, and not \(fresh)"
    }

    private static func date(_ seconds: Int64) -> String { "1970-01-01T00:00:0\(seconds)Z" }

    private func statement(_ random: inout SeededGenerator) -> String {
      func number() -> String {
        let number = Int64.random(in: -1...9, using: &random)
        return number < 0 ? "NULL" : "\(number)"
      }
      func text() -> String {
        let number = Int64.random(in: -1...9, using: &random)
        return number < 0 ? "NULL" : "'\(Self.date(number))'"
      }
      let id = Int.random(in: 1...6, using: &random)
      let venue = Int.random(in: 1...3, using: &random)
      switch Int.random(in: 0..<8, using: &random) {
      case 0: return "DELETE FROM event WHERE id = \(id)"
      case 1: return "INSERT OR REPLACE INTO venue VALUES (\(venue), \(number()), \(text()))"
      case 2: return "UPDATE venue SET closes = \(number()) WHERE id = \(venue)"
      case 3: return "UPDATE event SET ends = \(number()) WHERE id = \(id)"
      default:
        let link = Bool.random(using: &random) ? "NULL" : "(SELECT max(id) FROM venue)"
        return "INSERT OR REPLACE INTO event VALUES (\(id), \(link), \(text()), \(number()), "
          + "\(number()), \(number()))"
      }
    }
  }

  // MARK: Reports

  private func report(_ condition: String, _ schema: String = schema) throws -> QueryReport {
    let query = LiveQuery(from: "event", filter: condition)
    return try #require(try liveQueries(schema, [.init("q", query)]).reports.first)
  }

  @Test(arguments: [
    ("ends - :now > 0", "':now' is not one side of a comparison"),
    ("ends IN (:now, 5)", "':now' is not one side of a comparison"),
    ("unixepoch(starts) > unixepoch(:now)", "':now' is not one side of a comparison"),
    ("1 < ends > :now", "':now' is not one side of a comparison"),
    ("length LIKE ends = :now", "':now' is not one side of a comparison"),
    ("length BETWEEN 1 AND ends = :now", "':now' is not one side of a comparison"),
    ("ends = NOT :now", "':now' is not one side of a comparison"),
    ("ends IS DISTINCT FROM :now", "':now' is not one side of a comparison"),
    ("(:now, 1) < (ends, 2)", "':now' is not one side of a comparison"),
    ("CASE :now WHEN ends THEN 1 END", "':now' is not one side of a comparison"),
    (":now + 1 > :now", "':now' is compared with other times or rows"),
    (
      "(SELECT closes FROM venue v WHERE v.id = event.venue) > :now",
      "':now' is compared with other times or rows"
    ),
    (
      "EXISTS (SELECT 1 FROM venue v WHERE v.id = event.venue AND ends > :now)",
      "a subquery reads ':now'"
    ),
  ])
  func `a tick runs a query of another form as a whole, and the report has the reason`(
    _ condition: String,
    _ reason: String
  ) throws {
    #expect(try report(condition).queryClass == .timed(reason: reason))
  }

  @Test func `the report names the index that ticks lack`() throws {
    let note = "a tick scans 'event': add an index on 'ends'"
    #expect(try report("ends > :now").notes == [note])
    #expect(try report("ends > :now", Self.schema + Self.indexes).notes == [])
    #expect(try report("ends + length > :now", Self.schema + Self.indexes).notes == [])
  }
}
