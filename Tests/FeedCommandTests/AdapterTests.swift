import TestSupport
import Testing

@Suite("feed replay --adapter", .waiting)
struct AdapterTests {
  private static let yaml = """
    feed: 1
    store: {schema: small.sql}
    sources: {teams: {from: team, order: [rank]}}
    sections: [{id: teams, source: teams, item: team}]
    items: {team: {title: "{name}"}}
    adapters:
      ranks:
        time: {path: $.ms, unit: ms}
        each: $.ranks
        sql:
          - |
            INSERT INTO team (id, name, rank)
            VALUES (:item ->> 0, :item ->> 1, :item ->> 2)
            ON CONFLICT (id) DO UPDATE SET rank = excluded.rank
    """

  @Test func `a foreign recording is played unchanged, by its own times`() throws {
    let feed = try SmallFeed(yaml: Self.yaml)
    let recording = try feed.directory.file(
      "ranks.json",
      """
      [{"ms": 1700000000250, "ranks": [[1, "Reds", 1], [2, "Blues", 2]]},
       {"ms": 1700000000250, "ranks": []},
       {"ms": 1700000001000, "ranks": [[1, "Reds", 3]]}]
      """
    )
    let outcome = try FeedProgram.run(
      "replay",
      feed.path,
      recording,
      "--adapter",
      "ranks",
      "--trace",
      "text",
      "--verify"
    )
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(
      outcome.lines == [
        "version 1 · as it was opened · no updates",
        "version 2 · ranks.json:1, at 0 s, 2023-11-14T22:13:20.250Z · insertSections 1",
        "  insertSections([0])  teams  2 items",
        "version 3 · ranks.json:3, at 0.75 s, 2023-11-14T22:13:21Z · moveItems 1",
        "  moveItem(at: [0, 0], to: [0, 1])  team:team/1  Reds",
      ]
    )
  }

  @Test func `a mistake in an adapter is reported with its position in the feed file`() throws {
    let yaml =
      Self.yaml.replacing("INTO team (id, name", with: "INTO team (id, nmae")
      + "\n  short: [DELETE FROM teem]\n"
    let feed = try SmallFeed(yaml: yaml)
    let outcome = try FeedProgram.run("check", feed.path)
    #expect(outcome.status == 1)
    #expect(
      outcome.errors.contains("small.yaml:11:9: error[sql]: table team has no column named nmae")
    )
    #expect(outcome.errors.contains("small.yaml:15:11: error[sql]: no such table: teem"))
    #expect(outcome.errors.contains("hint: did you mean 'team'?"), "\(outcome.errors)")
  }

  private static let cases = """
    feed: 1
    store: {schema: small.sql}
    sources: {teams: {from: team, order: [rank]}}
    sections: [{id: teams, source: teams, item: team}]
    items: {team: {title: "{name}"}}
    adapters:
      ranks:
        let:
          change: SELECT value ->> 0 AS id, value ->> 1 AS name FROM json_each(:message, '$.ranks')
        cases:
          - when: :message ->> 'type' = 'names'
            sql:
              - INSERT INTO team (id, name, rank) SELECT id, name, id FROM change
          - when: abs(:message ->> 'least') = 1
            sql: DELETE FROM team
    """

  @Test func `a mistake in a case or a named query is reported with its position in the feed file`()
    throws
  {
    let yaml = Self.cases.replacing("value ->> 1 AS name", with: "valeu ->> 1 AS name")
      .replacing("sql: DELETE FROM team", with: "sql: DELETE FROM teem")
      .replacing("'type' =", with: "'type' ==>")
    let feed = try SmallFeed(yaml: yaml)
    let outcome = try FeedProgram.run("check", feed.path)
    #expect(outcome.status == 1)
    for found in [
      "small.yaml:9:41: error[sql]: no such column: valeu",
      "small.yaml:11:37: error[sql]: near \">\": syntax error",
      "small.yaml:15:14: error[sql]: no such table: teem",
    ] {
      #expect(outcome.errors.contains(found), "\(outcome.errors)")
    }
  }

  @Test func `a failure while a message is applied is reported with its position in the feed file`()
    throws
  {
    let feed = try SmallFeed(yaml: Self.cases)
    let recording = try feed.directory.file(
      "names.jsonl",
      """
      {"type": "names", "ranks": [[1, "Reds"]]}
      {"type": "names", "ranks": [[1, null]]}
      {"type": "ranks", "least": -9223372036854775808}
      """
    )
    let outcome = try FeedProgram.run(
      ["replay", feed.path, recording, "--adapter", "ranks", "--on-error", "skip"]
    )
    #expect(outcome.errors.contains("small.yaml:13:13: error[constraint]"), "\(outcome.errors)")
    #expect(outcome.errors.contains("small.yaml:14:15: error[sql]"), "\(outcome.errors)")
    #expect(outcome.errors.contains("integer overflow"), "\(outcome.errors)")
  }

  @Test func `options with unknown names are rejected`() throws {
    let feed = try SmallFeed(yaml: Self.yaml)
    let fixture = try feed.fixture()
    let unknown = try FeedProgram.run("replay", feed.path, fixture, "--adapter", "rank")
    #expect(unknown.status == 65)
    #expect(unknown.errors.contains("the adapters are: ranks"))
    for arguments in [
      ["--adapter", "x.jsonl=ranks"], ["--offset", "lines.jsonl=soon"], ["--offset", "3"],
    ] {
      let outcome = try FeedProgram.run(["replay", feed.path, fixture] + arguments)
      #expect(outcome.status == 64, "\(arguments)")
    }
  }
}
