import TestSupport
import Testing

/// The advice of `feed check` about a feed that runs: fields without objects, and indexes.
@Suite("feed check: advice", .waiting)
struct CheckAdviceTests {
  @Test func `a field that no object of a document has is a warning, with the nearest one`() throws
  {
    let directory = try TemporaryDirectory()
    _ = try directory.file("ads.json", #"[{"sku": 1, "title": "a", "url": null}]"#)
    let feed = try directory.file(
      "t.yaml",
      """
      feed: 1
      sources:
        ads: {document: ads, id: sku, file: ads.json, where: "active = 1 OR url IS NULL"}
        few: {from: ads, where: sku > 0}
      sections:
        - {id: ads, source: ads, item: ad, layout: l}
        - {id: few, source: few, item: few, layout: l}
      items:
        ad: {title: "{tilte}", subtitle: "{sku} {url}", tone: {warning: tilte = 1}}
        few: {title: "{title} {clicks}"}
      layouts: {l: {height: 44}}
      """
    )
    let run = try FeedProgram.run("check", feed)
    #expect(run.status == 0, "\(run)")
    let found = run.errors.matches(of: /:(\d+):\d+: warning\[absent-field\]: (.+)\n/)
    #expect(
      found.map { "\($0.1) \($0.2)" } == [
        "9 the title of items of the kind 'ad' names a field that no object of 'ads' has: 'tilte'",
        "9 the tone 'warning' of items of the kind 'ad' names a field that no object of 'ads' has: 'tilte'",
        "10 the title of items of the kind 'few' names a field that no object of 'ads' has: 'clicks'",
        "3 the feed names a field that no object of 'ads' has: 'active'",
      ],
      "\(run.errors)"
    )
    #expect(run.errors.contains("did you mean 'title'?"))
    #expect(try FeedProgram.run("check", feed, "--strict").status == 65)
    _ = try directory.file("ads.json", "[]")
    #expect(try FeedProgram.run("check", feed, "--strict").status == 0)
  }

  @Test func `no index is proposed for a document`() throws {
    let directory = try TemporaryDirectory()
    let feed = try directory.file(
      "t.yaml",
      """
      feed: 1
      sources: {ads: {document: ads, group: {by: kind}, limit: 3}}
      sections: [{id: ads, source: ads, item: ad, layout: l}]
      items: {ad: {title: "{name}"}}
      layouts: {l: {height: 44}}
      """
    )
    let outcome = try FeedProgram.run("check", feed)
    #expect(outcome.status == 0, "\(outcome)")
    #expect(!outcome.output.contains("index"), "\(outcome.output)")
  }

  @Test(arguments: [
    ("[sport.rank]", "sorts all of 'team', since an index cannot hold values of other tables"),
    ("[size]", "sorts all of 'team', since an index cannot hold values of other tables"),
    (
      "[\"rank IS NULL\", \"lower(name) DESC\"]",
      "add an index on 'rank IS NULL', 'lower(name) DESC'"
    ),
  ])
  func `an index is proposed only for columns of its table`(order: String, note: String) throws {
    let directory = try TemporaryDirectory()
    _ = try directory.file(
      "t.sql",
      """
      CREATE TABLE sport (id INTEGER PRIMARY KEY, rank INTEGER);
      CREATE TABLE team (id INTEGER PRIMARY KEY, sport_id INTEGER REFERENCES sport (id), name TEXT, rank INTEGER);
      CREATE TABLE player (id INTEGER PRIMARY KEY, team_id INTEGER REFERENCES team (id));
      """
    )
    let feed = try directory.file(
      "t.yaml",
      """
      feed: 1
      store: {schema: t.sql}
      sources:
        teams:
          from: team
          order: \(order)
          limit: 5
          aggregates: {size: {value: count(*), from: player, on: team_id}}
      sections: [{id: teams, source: teams, item: team, layout: l}]
      items: {team: {title: "{name} {size}"}}
      layouts: {l: {height: 44}}
      """
    )
    let run = try FeedProgram.run("check", feed)
    #expect(run.status == 0, "\(run.output)\(run.errors)")
    #expect(run.output.contains(note), "\(run.output)\(run.errors)")
    #expect(!run.output.contains("feed_aggregates"))
  }

  @Test(arguments: [
    "order: [name COLLATE NOCASE], limit: 3", "order: [rank DESC, name], limit: 3",
    "order: [rank DESC], limit: 3", "order: [code COLLATE BINARY, rank], limit: 3",
    "group: {by: lower(name)}, order: [rank DESC, id], limit: 3",
    "group: {by: sport.name}, order: [rank], limit: 3",
    "where: \"EXISTS (SELECT 1 FROM ads WHERE ads.name = team.name)\"",
    "where: \"name IN (SELECT name FROM ads)\"",
  ])
  func `an index that is proposed can be added, and ends the proposal`(query: String) throws {
    let directory = try TemporaryDirectory()
    let schema = """
      CREATE TABLE sport (id INTEGER PRIMARY KEY, name TEXT);
      CREATE TABLE team (id INTEGER PRIMARY KEY, sport_id INTEGER REFERENCES sport (id), name TEXT,
        code TEXT COLLATE NOCASE, rank INTEGER);
      CREATE INDEX team_sport ON team (sport_id);
      """
    _ = try directory.file("ads.json", #"[{"id": 1, "name": "a"}]"#)
    let feed = try directory.file(
      "t.yaml",
      """
      feed: 1
      store: {schema: t.sql}
      sources: {teams: {from: team, \(query)}, ads: {document: ads, file: ads.json}}
      sections: [{id: teams, source: teams, item: team}, {id: ads, source: ads, item: team}]
      items: {team: {title: "{name}"}}
      """
    )
    var indexes = ""
    for round in 0...3 {
      _ = try directory.file("t.sql", schema + indexes)
      let run = try FeedProgram.run("check", feed)
      #expect(run.status == 0, "\(run.output)\(run.errors)")
      guard let advice = run.output.firstMatch(of: /add an index on (('[^']+',? ?(and )?)+)/) else {
        return
      }
      let terms = advice.1.matches(of: /'([^']+)'/).map { $0.1.replacing("team.", with: "") }
      indexes += "CREATE INDEX i\(round) ON team (\(terms.joined(separator: ", ")));"
    }
    Issue.record("the proposals do not end: \(indexes)")
  }
}
