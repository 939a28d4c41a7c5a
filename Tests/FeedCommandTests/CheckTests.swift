import Foundation
import TestSupport
import Testing

@Suite("feed check", .waiting)
struct CheckTests {
  /// A feed of teams.
  ///
  /// - Parameter item: The declaration of their items.
  private static func feed(showing item: String) throws -> SmallFeed {
    try SmallFeed(
      yaml: """
        feed: 1
        store: {schema: small.sql}
        sources: {teams: {from: team, order: [rank]}}
        sections: [{id: teams, source: teams, item: team}]
        items: {team: \(item)}
        """
    )
  }

  @Test func `a hundred warnings are printed, and the rest is counted`() throws {
    let sections = (0..<150).map { "  - {id: s\($0), source: teams, item: team\($0)}" }
    let items = (0..<150).map { "  team\($0): {title: '{name}'}" }
    let feed = try SmallFeed(
      yaml: """
        feed: 1
        store: {schema: small.sql}
        sources: {teams: {from: team, order: [rank]}}
        sections:
        \(sections.joined(separator: "\n"))
        items:
        \(items.joined(separator: "\n"))
        """
    )
    let run = try FeedProgram.run("check", feed.path)
    #expect(run.status == 0)
    #expect(run.errors.matches(of: /warning\[no-layout\]/).count == 100)
    #expect(run.errors.hasSuffix("\nand 50 more warnings, which are not shown\n"))
    #expect(run.lines.last?.hasSuffix(": ok, 150 queries, 150 warnings") == true)
    let json = try FeedProgram.run("check", feed.path, "--format", "json")
    #expect(json.output.contains("\"omitted\":50"))
  }

  @Test func `an unknown column fails the check, in text and JSON`() throws {
    let feed = try Self.feed(showing: #"{title: "{nmae}"}"#)
    let run = try FeedProgram.run("check", feed.path)
    #expect(run.status == 1)
    #expect(run.errors.contains("small.yaml:5:23: error[unknown-field]: the title of items"))
    #expect(run.errors.contains("hint: did you mean 'name'? fields: id, name, rank"))
    let json = try FeedProgram.run("check", feed.path, "--format", "json")
    #expect(json.status == 1)
    #expect(json.output.contains(#""code":"unknown-field""#))
    #expect(json.output.contains(#""line":5,"column":23"#))
  }

  @Test func `a check reports unknown keys together with mistakes in SQL`() throws {
    let feed = try SmallFeed(
      yaml: """
        feed: 1
        store: {schema: small.sql}
        sources: {teams: {from: team, where: rnk < 3}}
        sections: [{id: teams, source: teams, item: team, titel: Teams}]
        items: {team: {title: "{name}"}}
        """
    )
    let run = try FeedProgram.run("check", feed.path)
    #expect(run.status == 1)
    let codes = run.errors.matches(of: /small\.yaml:(\d:\d+: error\[[a-z-]+\])/).map { $0.1 }
    #expect(codes == ["3:38: error[sql]", "4:51: error[unknown-key]"], "\(run.errors)")
    #expect(run.errors.hasSuffix("small.yaml: 2 errors\n"), "\(run.errors)")
    // Other commands name the keys alone.
    let render = try FeedProgram.run("render", feed.path)
    #expect(render.status == 65)
    #expect(render.errors.contains("error[unknown-key]") && !render.errors.contains("error[sql]"))
  }

  @Test func `a field of an inner object in a condition without quotes has a hint`() throws {
    let feed = try SmallFeed(
      yaml: """
        feed: 1
        sources: {hosts: {document: hosts, items: $.hosts, where: usage.cpu > 50}}
        sections: [{id: hosts, source: hosts, item: host}]
        items: {host: {title: "{id}", value: "{usage.cpu}"}}
        """
    )
    let run = try FeedProgram.run("check", feed.path)
    #expect(run.status == 1)
    #expect(run.errors.contains("'hosts' has no reference called 'usage'"), "\(run.errors)")
    let hint = #"hint: write a field of an inner object in double quotes: "usage.cpu""#
    #expect(run.errors.contains(hint), "\(run.errors)")
  }

  /// An item of a feed file, and the message about it.
  static let hints: [(item: String, message: String)] = [
    (
      "{title: {name}}",
      "'title' must be a text, and is a map\n  hint: put it in quotes, for YAML reads braces as a map: \"{name}\""
    ),
    ("{title: '{name}', fields: {rank: 1}}", "hint: put the map into brackets: [{…}]"),
    ("{title: '{name}', tone: {bad: rank >}}", "error[sql]: the expression ends too early"),
    ("{title: '{name}', gauge: name}", "warning[format-of-text]: 'gauge' draws a number, and"),
  ]

  @Test(arguments: hints)
  func `a usual slip in an item has a hint`(item: String, message: String) throws {
    let feed = try Self.feed(showing: item)
    let run = try FeedProgram.run("check", feed.path)
    #expect(message.split(separator: "\n").allSatisfy { run.errors.contains($0) }, "\(run.errors)")
  }

  @Test func `a path through a column without a foreign key has a hint`() throws {
    let feed = try SmallFeed(
      yaml: """
        feed: 1
        store: {schema: small.sql}
        sources: {bikes: {from: bike}}
        sections: [{id: bikes, source: bikes, item: bike}]
        items: {bike: {title: "{owner.name}"}}
        """,
      schema: """
        CREATE TABLE owner (id INTEGER PRIMARY KEY, name TEXT);
        CREATE TABLE bike (id INTEGER PRIMARY KEY, owner_id INTEGER);
        """
    )
    let run = try FeedProgram.run("check", feed.path)
    #expect(
      run.errors.contains("hint: 'bike.owner_id' is not a foreign key: declare"),
      "\(run.errors)"
    )
  }

  @Test(
    arguments: [
      ("due_at < :now", "2026-07-01 18:30:00", true),
      ("due_at < :now", "2026-07-01T18:30:00Z", false),
      ("due_at < :now", "2026-07-01T18:30:00+02:00", true), ("due_at < :now", "2026-07-01", false),
      ("unixepoch(due_at) < :now", "2026-07-01 18:30:00", false),
    ]
  )
  func `a comparison of ':now' with times that SQLite does not order has a warning`(
    condition: String,
    time: String,
    isWarned: Bool
  ) throws {
    let feed = try SmallFeed(
      yaml: """
        feed: 1
        store: {schema: small.sql, seed: seed.jsonl}
        sources: {loans: {from: loan, where: \(condition)}}
        sections: [{id: loans, source: loans, item: loan}]
        items: {loan: {title: "{due_at}"}}
        """,
      schema: "CREATE TABLE loan (id INTEGER PRIMARY KEY, due_at TEXT);"
    )
    _ = try feed.directory.file(
      "seed.jsonl",
      #"{"at":0,"upsert":{"loan":[{"id":1,"due_at":"\#(time)"},{"id":2,"due_at":null}]}}"#
    )
    let store = feed.directory.path("loans.sqlite")
    _ = try FeedProgram.run("render", feed.path, "--store", store)
    let yaml = try String(contentsOfFile: feed.path, encoding: .utf8)
    let path = try feed.directory.file(
      "own.yaml",
      yaml.replacing("{schema: small.sql, seed: seed.jsonl}", with: "{file: loans.sqlite}")
    )
    let run = try FeedProgram.run("check", path)
    #expect(run.status == 0, "\(run.errors)")
    #expect(
      run.errors.contains("own.yaml:3:38: warning[time-notation]") == isWarned,
      "\(run.errors)"
    )
    if isWarned { #expect(run.errors.contains("such as '\(time)'"), "\(run.errors)") }
  }

  /// A part of the feed file that leaves the feed empty, and the message.
  static let empty: [(sources: String, kind: String, message: String)] = [
    (
      "{document: a, file: a.json}", "team",
      "error[missing-document]: the document's file 'a.json' does not exist"
    ),
    (
      "{document: a, file: ads.json, items: $.adz}", "team",
      "the document has nothing at $.adz\n"
    ),
    (
      "{document: a, file: ads.json, items: $.adz}", "team",
      "hint: did you mean 'ads'? there is: ads"
    ),
    (
      "{document: a, file: ads.json, items: $.more.ads}", "team",
      "error[source-failed]: source 'a' shows nothing: "
    ),
    (
      "{document: a, file: ads.json, items: $.ads, id: sku}", "team",
      "the object at $.ads[0] has no 'sku'"
    ),
    ("{document: a, file: broken.json}", "team", "error[malformed-json]"),
    ("{from: team, order: [rank]}", "taem", "error[undeclared-item]: 'items' does not declare"),
  ]

  @Test(arguments: empty)
  func `a source or an item that would stay empty fails the check with 65`(
    source: String,
    kind: String,
    message: String
  ) throws {
    let feed = try SmallFeed(
      yaml: """
        feed: 1
        store: {schema: small.sql}
        sources: {teams: {from: team, order: [rank]}, a: \(source)}
        sections: [{id: teams, source: teams, item: team}, {id: a, source: a, item: \(kind)}]
        items: {team: {title: "{name}"}}
        """
    )
    _ = try feed.directory.file("ads.json", #"{"ads": [{"id": 1, "name": "A"}]}"#)
    _ = try feed.directory.file("broken.json", "[{]")
    let run = try FeedProgram.run("check", feed.path)
    #expect(run.status == 65, "\(run.errors)")
    #expect(run.errors.contains(message), "\(run.errors)")
    #expect(
      run.errors.matches(of: /error\[/).count
        == (message.contains("malformed") ? 2 : run.errors.contains("source-failed") ? 2 : 1),
      "\(run.errors)"
    )
    // The file may be written later: the feed itself runs.
    #expect(try FeedProgram.run("render", feed.path).status == 0)
  }

  @Test func `with --strict, warnings are errors`() throws {
    let feed = try SmallFeed(
      yaml: """
        feed: 1
        store: {schema: small.sql}
        sources: {one: {from: team, limit: 3}, two: {from: team}}
        sections:
          - {id: one, source: one, item: team, layout: list}
          - {id: two, source: two, item: team, layout: list}
        items: {team: {title: "{name}"}}
        layouts: {list: {height: 44}}
        """
    )
    let loose = try FeedProgram.run("check", feed.path)
    #expect(loose.status == 0)
    #expect(loose.errors.contains("warning[shared-item]"), "\(loose.errors)")
    let strict = try FeedProgram.run("check", feed.path, "--strict")
    #expect(strict.status == 65)
    #expect(strict.errors.contains("error[shared-item]"), "\(strict.errors)")
    #expect(strict.errors.hasSuffix(": 1 error\n"), "\(strict.errors)")
    let json = try FeedProgram.run("check", feed.path, "--strict", "--format", "json")
    #expect(json.status == 65)
    #expect(try FeedProgram.run("check", "layouts/sportsbook.yaml", "--strict").status == 0)
  }

  @Test func `a row in two sections is one warning, and no source has failed`() throws {
    let feed = try SmallFeed(
      yaml: """
        feed: 1
        store: {schema: small.sql, seed: seed.jsonl}
        sources: {one: {from: team, limit: 1}, two: {from: team}}
        sections:
          - {id: one, source: one, item: team, layout: list}
          - {id: two, source: two, item: team, layout: list}
        items: {team: {title: "{name}"}}
        layouts: {list: {height: 44}}
        """
    )
    _ = try feed.directory.file("seed.jsonl", SmallFeed.lines[0] + "\n")
    let check = try FeedProgram.run("check", feed.path)
    #expect(check.status == 0, "\(check.errors)")
    #expect(check.errors.matches(of: /warning\[/).count == 1, "\(check.errors)")
    #expect(check.errors.contains("only 'one' would show it"), "\(check.errors)")
    let page = try FeedProgram.run("render", feed.path, "--format", "json")
    #expect(page.output.contains(#""status":{"one":"ok","two":"ok"}"#), "\(page.output)")
  }

  @Test func `a statement that reads a whole table is reported with its position`() throws {
    let feed = try SmallFeed(
      yaml: """
        feed: 1
        store: {schema: small.sql}
        sources: {teams: {from: team, order: [rank]}}
        sections: [{id: teams, source: teams, item: team}]
        items: {team: {title: "{name}"}}
        adapters:
          short: UPDATE team SET rank = 0 WHERE name = :message ->> 'name'
          long:
            sql:
              - UPDATE team SET rank = 1 WHERE id = :message ->> 'id'
              - DELETE FROM player WHERE team_id = :message ->> 'id'
        """
    )
    let run = try FeedProgram.run("check", feed.path)
    #expect(run.status == 0, "\(run.errors)")
    let found = "warning[scans-table]: the statement reads all rows of"
    #expect(run.errors.contains("small.yaml:7:10: \(found) 'team'"), "\(run.errors)")
    #expect(run.errors.contains("small.yaml:11:9: \(found) 'player'"), "\(run.errors)")
    #expect(run.errors.matches(of: /scans-table/).count == 2)
  }

  @Test func `a check includes the plans of actions, replacements, cases and named queries`()
    throws
  {
    let feed = try SmallFeed(
      yaml: """
        feed: 1
        store: {schema: small.sql}
        sources: {teams: {from: team, order: [rank]}}
        sections: [{id: teams, source: teams, item: team}]
        items: {team: {title: "{name}"}}
        adapters:
          lists:
            let:
              gone: SELECT p.id FROM player p WHERE p.name = :message ->> 'name'
            sql: DELETE FROM team WHERE id IN (SELECT id FROM gone)
            cases:
              - when: EXISTS (SELECT 1 FROM player WHERE name = 'a')
                sql:
                  - UPDATE player AS p SET rank = 1 WHERE p.name IN (SELECT id FROM gone)
                  - DELETE FROM player WHERE team_id = :message AND is_out = 1
            replace:
              player: {keys: SELECT id FROM gone, where: name > 'a'}
              team: {keys: SELECT id FROM gone}
        actions:
          drop: {item: team, sql: DELETE FROM team AS t WHERE t.name = 'x' AND t.rank > :id}
          reset: {sql: UPDATE team SET rank = 0}
        """,
      schema: SmallFeed.schema + "CREATE INDEX player_out ON player (team_id) WHERE is_out;"
    )
    let run = try FeedProgram.run("check", feed.path)
    #expect(run.status == 0, "\(run.errors)")
    let places = run.errors.matches(
      of: /small.yaml:(\d+:\d+): warning\[(scans-table|unused-index)\]/
    )
    .map { "\($0.1) \($0.2)" }
    #expect(
      places == [
        "9:13 scans-table", "12:15 scans-table", "14:13 scans-table", "15:13 scans-table",
        "15:13 unused-index", "17:15 scans-table", "20:27 scans-table",
      ],
      "\(run.errors)"
    )
    #expect(
      run.errors.contains(
        "SQLite cannot use the index 'player_out' for 'is_out = 1': its condition is 'is_out'"
      )
    )
    #expect(run.errors.contains("hint: write 'is_out', or make an index without a condition"))
    #expect(run.errors.contains("the statement reads all rows of 'team' each time"))
  }

  @Test func `a foreign key to an unknown table is reported, in text and JSON`() throws {
    let feed = try SmallFeed(
      yaml: """
        feed: 1
        store: {schema: small.sql}
        sources: {teams: {from: team, order: [league.rank]}}
        sections: [{id: teams, source: teams, item: team}]
        items: {team: {title: "{name}"}}
        """,
      schema: """
        CREATE TABLE league (id INTEGER PRIMARY KEY, rank INTEGER);
        CREATE TABLE team (
          id INTEGER PRIMARY KEY, name TEXT, league_id INTEGER REFERENCES leauge (id)
        );
        """
    )
    let run = try FeedProgram.run("check", feed.path)
    #expect(run.status == 1)
    #expect(run.errors.contains("small.sql:3:67: error[unknown-table]: "), "\(run.errors)")
    #expect(run.errors.contains("hint: did you mean 'league'?"))
    #expect(!run.errors.contains("small.yaml:3"))
    let json = try FeedProgram.run("check", feed.path, "--format", "json")
    #expect(json.output.contains(#""line":3,"column":67"#), "\(json.output)")
  }

  @Test func `a format of numbers on a text is a warning, in text and JSON`() throws {
    let feed = try SmallFeed(
      yaml: """
        feed: 1
        store: {schema: small.sql}
        sources: {teams: {from: team, order: [rank]}}
        sections: [{id: teams, source: teams, item: team}]
        items: {team: {title: "{rank:0} {name:0.0}"}}
        """
    )
    let run = try FeedProgram.run("check", feed.path)
    #expect(run.status == 0)
    #expect(run.errors.contains("small.yaml:5:33: warning[format-of-text]: "), "\(run.errors)")
    let json = try FeedProgram.run("check", feed.path, "--format", "json")
    #expect(json.output.contains(#""severity":"warning","code":"format-of-text""#))
  }

  @Test func `a feed file is read from standard input, or has a name of one letter`() throws {
    let feed = try SmallFeed()
    let folder = URL(filePath: feed.path).deletingLastPathComponent()
    let short = folder.appending(path: "f")
    try FileManager.default.copyItem(at: URL(filePath: feed.path), to: short)
    let run = try FeedProgram.run(["check", "f"], in: folder.path)
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output.hasSuffix("f: ok, 3 queries\n"), "\(run.output)")
    let process = try FeedProgram.make(["check", "-"])
    process.currentDirectoryURL = folder
    let output = Pipe()
    process.standardInput = try FileHandle(forReadingFrom: short)
    process.standardOutput = output
    try process.start()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    #expect(text.hasSuffix("-: ok, 3 queries\n"), "\(text)")
  }

  @Test func `the JSON lists the fields that each kind of item reads`() throws {
    let feed = try SmallFeed(
      yaml: """
        feed: 1
        store: {schema: small.sql}
        sources: {teams: {from: team, order: [rank]}, ads: {document: ads}}
        sections:
          - {id: teams, source: teams, item: team, when: {rank: 1, item: first}}
          - {id: ads, source: ads, item: ad}
        items: {team: {title: "{name}", fields: [id]}, ad: {title: "{title}"}}
        """
    )
    let json = try FeedProgram.run("check", feed.path, "--format", "json")
    #expect(json.status == 0)
    #expect(
      json.output.contains(
        #""items":[{"kind":"team","table":"team","reads":["name","id","rank"]},"#
          + #"{"kind":"first","table":"team"},{"kind":"ad","document":"ads","reads":["title"]}]"#
      )
    )
  }
}
