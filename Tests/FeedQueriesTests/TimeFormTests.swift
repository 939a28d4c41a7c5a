import FeedModel
import FeedQueries
import Testing

@Suite("LiveQueries: the form of the time")
struct TimeFormTests {
  private static let schema = """
    CREATE TABLE venue (id INTEGER PRIMARY KEY, opens TEXT, closes INTEGER);
    CREATE TABLE event (
      id INTEGER PRIMARY KEY, venue INTEGER REFERENCES venue, starts TEXT, ends INTEGER, length REAL,
      made DATETIME, data TEXT, any_time
    );
    INSERT INTO venue VALUES (1, '2026-07-01T18:00:00Z', 1782936000);
    INSERT INTO event VALUES
      (1, 1, '2026-07-01T18:00:00Z', 1782928800, 600, '2026-07-01T18:00:00Z',
        '{"at":1782928800}', '2026-07-01T18:00:00Z'),
      (2, 1, '2026-07-01T19:00:00Z', 1782932400, 600, '2026-07-01T19:00:00Z',
        '{"at":1782932400}', '2026-07-01T19:00:00Z');
    """

  /// Conditions that are true of event 2 alone at half past six.
  private static let conditions = [
    "starts > :now", ":now < starts", "event.starts >= :now", "NOT (starts <= :now)",
    "ends > :now", "ends>:now", "(:now) < (ends)", "ends - :now > 0", "ends > :now + 60",
    "ends BETWEEN :now AND :now + 3600", "starts BETWEEN :now AND '2027-01-01'",
    "'2020-01-01' < starts AND starts NOT BETWEEN '2020-01-01' AND :now",
    ":now BETWEEN ends - 3600 AND ends", "starts > :now AND ends > :now",
    "ends = 0 OR :now < ends", "coalesce(starts, '') > :now", "max(ends, 0) > :now",
    "unixepoch(starts) > :now", "ends + length > :now + 600", "starts COLLATE NOCASE > :now",
    "EXISTS (SELECT 1 FROM venue AS v WHERE v.id = event.venue AND v.opens < :now) AND ends > :now",
    "venue.opens < :now AND starts > :now", "venue.closes > :now AND ends > :now",
    "CASE WHEN starts > :now THEN 1 ELSE 0 END", "\"starts\" > :now",
    "[ends] IS NOT :now AND ends > :now",
  ]

  @Test(arguments: conditions)
  func `':now' is a text next to TEXT columns and a number next to numeric ones`(
    filter: String
  ) throws {
    let live = try liveQueries(Self.schema, [.init("q", LiveQuery(from: "event", filter: filter))])
    #expect(live.shape() == "NULL[]")
    try live.tick(to: "2026-07-01T18:30:00Z")
    #expect(live.shape() == "NULL[2]", "a date")
    try live.tick(to: .null)
    try live.tick(to: 1_782_930_600)
    #expect(live.shape() == "NULL[2]", "whole seconds")
    try live.tick(to: 1_782_930_600.5)
    #expect(live.shape() == "NULL[2]", "a real")
  }

  /// Conditions whose other side declares nothing; what is true of event 2 alone if the time is a date.
  private static let undeclared = [
    "made > :now", "any_time > :now", "date(made) = date(:now) AND made > :now",
    "data ->> 'at' > unixepoch(:now)", "CAST(starts AS TEXT) > :now",
  ]

  @Test(arguments: undeclared)
  func `':now' next to an untyped expression is the value of the tick`(filter: String) throws {
    let live = try liveQueries(Self.schema, [.init("q", LiveQuery(from: "event", filter: filter))])
    try live.tick(to: "2026-07-01T18:30:00Z")
    #expect(live.shape() == "NULL[2]")
  }

  @Test func `a value of ':now' that is not a time is compared unchanged`() throws {
    let live = try liveQueries(
      Self.schema,
      [.init("q", LiveQuery(from: "event", filter: "ends > :now"))]
    )
    try live.tick(to: "half past six")
    #expect(live.shape() == "NULL[]")
  }

  @Test func `a query that runs as a whole at a tick has class D and a reason`() throws {
    let live = try liveQueries(
      Self.schema,
      [
        .init("whole", LiveQuery(from: "event", filter: "ends - :now > 0")),
        .init("due", LiveQuery(from: "event", filter: "ends > :now")),
      ]
    )
    #expect(live.reports.map(\.queryClass.letter) == ["D", "A"])
    #expect(live.reports[0].queryClass.reason.contains("when ':now' changes"))
  }
}
