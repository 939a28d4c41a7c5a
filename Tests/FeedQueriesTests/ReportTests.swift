import FeedQueries
import Testing

/// The fields of a report for programs that write to the query's tables or set its time.
@Suite("Reports")
struct ReportTests {
  private static let schema = """
    CREATE TABLE sport (id INTEGER PRIMARY KEY, rank INTEGER);
    CREATE TABLE event (
      id INTEGER PRIMARY KEY, sport_id INTEGER REFERENCES sport, start INTEGER, Ord INTEGER);
    """

  private func report(_ query: LiveQuery) throws -> QueryReport {
    try #require(try liveQueries(Self.schema, [.init("q", query)]).reports.first)
  }

  @Test(arguments: [
    ("ord", "Ord, false, true"), ("Ord DESC", "Ord, true, false"),
    ("ord NULLS LAST", "Ord, false, false"), ("event.ord DESC NULLS FIRST", "Ord, true, true"),
    ("ord + 1", nil), ("sport.rank", nil),
  ])
  func `the report names the first column of the order and its direction`(
    _ order: String,
    _ expected: String?
  ) throws {
    let leading = try report(LiveQuery(from: "event", order: [order, "start"])).leading
    #expect(leading.map { "\($0.name), \($0.isDescending), \($0.nullsFirst)" } == expected)
  }

  @Test func `a query ordered only by its key has no leading column`() throws {
    #expect(try report(LiveQuery(from: "event")).leading == nil)
  }

  @Test(arguments: [("SPORT_ID", "sport_id"), ("sport_id % 2", nil)])
  func `the report names the column of the group`(_ group: String, _ expected: String?) throws {
    let query = LiveQuery(from: "event", group: Grouping(by: group))
    #expect(try report(query).groupColumn == expected)
  }

  @Test(arguments: [
    (["start DESC"], "'sport_id', 'start'"), (["sport.rank"], "'sport_id'"),
  ])
  func `the note on windows names the columns of the missing index`(
    order: [String],
    columns: String
  ) throws {
    let events = LiveQuery(from: "event", order: order, limit: 2)
    let inside = LiveQuery(
      from: "sport",
      include: [Inclusion("events", events, on: "sport_id")]
    )
    let note = "a row that leaves its window scans 'event': add an index on \(columns)"
    let notes = try liveQueries(Self.schema, [.init("q", inside)]).reports.last?.notes ?? []
    #expect(notes.contains(note), "\(notes)")
  }

  @Test(arguments: [false, true])
  func `a window with an index has no note, also if its rows show those that they refer to`(
    hasIndex: Bool
  ) throws {
    let index = "CREATE INDEX by_sport ON event (sport_id, start);"
    let events = LiveQuery(
      from: "event",
      order: ["start DESC"],
      group: Grouping(by: "sport_id"),
      limit: 2,
      computed: [ComputedColumn("sport.rank", "sport.rank")]
    )
    let schema = Self.schema + (hasIndex ? index : "")
    let notes = try liveQueries(schema, [.init("q", events)]).reports[0].notes
    #expect(notes.contains { $0.contains("leaves its window") } == !hasIndex, "\(notes)")
  }

  @Test(arguments: [("start > :now", true), ("start > 7", false)])
  func `the report of a query that names ':now' has usesTime`(
    _ filter: String,
    _ expected: Bool
  ) throws {
    #expect(try report(LiveQuery(from: "event", filter: filter)).usesTime == expected)
    let inside = LiveQuery(
      from: "sport",
      include: [Inclusion("events", LiveQuery(from: "event", filter: filter), on: "sport_id")]
    )
    let live = try liveQueries(Self.schema, [.init("q", inside)])
    #expect(live.reports.map(\.usesTime) == [false, expected])
  }
}
