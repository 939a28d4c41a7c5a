import Testing

@Suite("feed: time zones", .waiting)
struct TimeZoneTests {
  private static func feed(_ zone: String = "") throws -> SmallFeed {
    try SmallFeed(
      yaml: """
        feed: 1
        \(zone)
        store: {schema: small.sql}
        sources: {games: {from: game, order: [id], group: {by: id, title: starts_at}}}
        sections: [{id: games, source: games, item: game, header: "Day {title:dd.MM.}", layout: list}]
        items: {game: {title: "Kick-off {starts_at:HH:mm}"}}
        layouts: {list: {height: 44}}
        """,
      schema: """
        CREATE TABLE game (id INTEGER PRIMARY KEY, starts_at TEXT);
        INSERT INTO game VALUES (1, '2026-10-25T00:30:00Z'), (2, '2026-10-25T22:59:00Z'),
          (3, '2026-10-25T23:00:00Z');
        """
    )
  }

  /// Returns the words of a page that contain dates, in order.
  private static func dates(_ page: String) -> [String] {
    page.matches(of: #/(?:Day|Kick-off) ([0-9.:]+)/#).map { String($0.output.1) }
  }

  private static let universal = ["25.10.", "00:30", "25.10.", "22:59", "25.10.", "23:00"]
  private static let berlin = ["25.10.", "02:30", "25.10.", "23:59", "26.10.", "00:00"]

  @Test(arguments: ["text", "ansi", "html", "svg"])
  func `dates are in the zone of the option, or of the feed file, or in UTC`(
    format: String
  ) throws {
    let plain = try Self.feed()
    func page(_ feed: SmallFeed, _ more: String...) throws -> [String] {
      Self.dates(try FeedProgram.run(["render", feed.path, "--format", format] + more).output)
    }
    #expect(try page(plain) == Self.universal)
    #expect(try page(plain, "--timezone", "Europe/Berlin") == Self.berlin)
    let named = try Self.feed("timezone: Europe/Berlin")
    #expect(try page(named) == Self.berlin)
    #expect(try page(named, "--timezone", "UTC") == Self.universal)
  }

  @Test func `a trace uses the zone`() throws {
    let feed = try Self.feed("timezone: Europe/Berlin")
    let fixture = try feed.fixture([
      #"{"at":1,"upsert":{"game":[{"id":4,"starts_at":"2026-03-29T22:00:00Z"}]}}"#
    ])
    let run = try FeedProgram.run("replay", feed.path, fixture, "--trace", "text")
    #expect(run.output.contains("Day 30.03."), "\(run.output)")
    let other = try FeedProgram.run(
      "replay",
      feed.path,
      fixture,
      "--trace",
      "text",
      "--timezone",
      "UTC"
    )
    #expect(other.output.contains("Day 29.03."), "\(other.output)")
  }

  @Test func `a check reports the zone of dates, if there are any`() throws {
    func check(_ feed: SmallFeed, _ more: String...) throws -> String {
      try FeedProgram.run(["check", feed.path] + more).output
    }
    #expect(try check(Self.feed()).contains("\ndates are written in UTC\n"))
    let named = try Self.feed("timezone: Asia/Tokyo")
    #expect(try check(named).contains("\ndates are written in Asia/Tokyo\n"))
    #expect(try check(named, "--format", "json").contains(#""timezone":"Asia/Tokyo""#))
    #expect(try check(named, "--timezone", "UTC").contains("\ndates are written in UTC\n"))
    #expect(try !check(SmallFeed()).contains("dates"))
  }
}
