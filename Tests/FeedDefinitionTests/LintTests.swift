import FeedDefinition
import FeedStore
import TestSupport
import Testing

@Suite("Lints")
struct LintTests {
  @Test func `a warning about a layout has the place of the mistake`() throws {
    let file = try FeedFile.parse(
      text: """
        feed: 1
        sources:
          ads: {document: ads}
        sections:
          - {id: banners, source: ads, item: banner, layout: carousel}
          - {id: bare, source: ads, item: plain}
        layouts:
          carousel:
            group:
              horizontal:
                - {size: [120%, 44]}
              size: [100%, 44]
            boundary:
              - {kind: header, size: [100%, 32], pin: true, extends: false}
        """,
      name: "slips.yaml"
    )
    let places = file.lints.map { lint in
      "\(lint.position?.line ?? 0):\(lint.position?.column ?? 0) \(lint.code)"
    }
    #expect(
      places == [
        "11:19 too-long", "11:19 fraction-over-one", "14:62 pinned-inside", "6:5 no-layout",
      ]
    )
  }

  @Test(arguments: ["sportsbook", "photos", "dates"])
  func `the feed files of the repository have no warnings about layouts`(name: String) throws {
    let file = try FeedFile.load(path: "\(layouts)/\(name).yaml")
    #expect(file.lints.map(\.description) == [])
  }

  private var layouts: String { Repository.path("layouts") }

  @Test func `a warning about a key without an effect has its place`() throws {
    func warnings(_ replacing: [(String, String)] = []) throws -> [String] {
      let text = """
        feed: 1
        timezone: Europe/Berlin
        store: {schema: empty.sql}
        sources: {a: {from: a}}
        sections: [{id: a, source: a, item: card, layout: rows}]
        items: {card: {title: "{name}"}}
        inputs:
          odds: {poll: "https://odds.example/a.json", every: 1m, adapter: odds}
        adapters:
          odds: INSERT OR REPLACE INTO a (name) VALUES (:message)
        layouts:
          rows: {height: 44, boundaryFollowsInsets: false, boundaryInsetsReference: none}
        """
      let changed = replacing.reduce(text) { $0.replacing($1.0, with: $1.1) }
      let file = try FeedFile.parse(
        text: changed,
        name: "feed.yaml",
        directory: Repository.path("Tests/FeedDefinitionTests/Messages")
      )
      return file.lints.map { lint in
        "\(lint.position?.line ?? 0):\(lint.position?.column ?? 0) \(lint.code)"
      }
    }
    #expect(
      try warnings() == [
        "2:1 unused-timezone", "12:22 unused-boundary", "12:52 unused-boundary",
        "8:3 untied-source",
      ]
    )
    let remedies = [
      ("{name}", "{at:HH:mm}"), ("adapter: odds}", "adapter: odds, sources: []}"),
      ("height: 44,", "height: 44, boundary: [{kind: header, size: [100%, 32]}],"),
    ]
    #expect(try warnings(remedies) == [])
    #expect(try warnings(remedies + [("sources: []", "sources: [a]")]) == [])
  }

  @Test(arguments: [
    ("limit: 3", "game", "8:3 limited-alert"), ("offset: 1", "game", "8:3 limited-alert"),
    ("where: id > 3", "game", ""), ("limit: 3", "goal", "8:3 limited-alert"),
    ("include: {goals: {from: goal, on: game, limit: 2}}", "goal", "8:3 limited-alert"),
    ("include: {goals: {from: goal, on: game, limit: 2}}", "game", ""),
    ("limit: 3}, all: {from: GAME", "game", ""),
  ])
  func `an alert on items of which a limit hides some is a warning at its name`(
    source: String,
    kind: String,
    expected: String
  ) throws {
    let goals = "include: {goals: {from: goal, on: game}}"
    let isWhole = source.hasPrefix("include")
    let text = """
      feed: 1
      store: {schema: empty.sql}
      sources: {games: {from: game, \(isWhole ? source : "\(goals), \(source)")}}
      sections:
        - {id: games, source: games, items: [game, {each: goals, items: [goal]}]}
        - {id: all, source: \(source.contains("all:") ? "all" : "games"), item: \(source.contains("all:") ? "game" : "card")}
      alerts:
        late: {item: \(kind), when: id > 3}
      items: {game: {title: a}, goal: {title: b}, card: {title: c}}
      """
    let file = try FeedFile.parse(
      text: text,
      name: "feed.yaml",
      directory: Repository.path("Tests/FeedDefinitionTests/Messages")
    )
    let lints = file.lints.filter { $0.code == "limited-alert" }.map { lint in
      "\(lint.position?.line ?? 0):\(lint.position?.column ?? 0) \(lint.code)"
    }
    #expect(lints == (expected.isEmpty ? [] : [expected]))
  }

  @Test func `a warning about a number format on a column of texts has its place`() throws {
    let file = try FeedFile.parse(
      text: """
        feed: 1
        store: {schema: empty.sql}
        sources: {games: {from: game}, ads: {document: ads}}
        sections:
          - {id: games, source: games, item: game}
          - {id: ads, source: ads, item: ad}
        items:
          game:
            title: "{name} {name:0.0}"
            subtitle: "{live:0} {starts_at:HH:mm}"
            value: "{lasts:duration}"
          ad: {title: "{name:0.0}"}
        """,
      name: "feed.yaml",
      directory: Repository.path("Tests/FeedDefinitionTests/Messages")
    )
    let store = try Store(
      at: .memory,
      schema: SchemaSource(
        sql: """
          CREATE TABLE game (
            id INTEGER PRIMARY KEY, name TEXT, live INTEGER, starts_at TEXT, lasts VARCHAR(8)
          );
          """,
        name: "tables.sql"
      )
    )
    #expect(
      file.lints(of: store.schema).map(\.description) == [
        """
        feed.yaml:9:20: warning[format-of-text]: the format '0.0' is for numbers, and 'game.name' is declared TEXT
              title: "{name} {name:0.0}"
                             ^
          hint: write '{name}', or declare the column a number
        """,
        """
        feed.yaml:11:12: warning[format-of-text]: the format 'duration' is for numbers, and 'game.lasts' is declared VARCHAR(8)
              value: "{lasts:duration}"
                     ^
          hint: write '{lasts}', or declare the column a number
        """,
      ]
    )
  }
}

@Suite("Declarations without an effect")
struct UnusedDeclarationTests {
  @Test func `a declaration that nothing reads has a warning at its place`() throws {
    let text = """
      feed: 1
      store: {schema: league.sql}
      sources:
        teams:
          from: team
          aggregates: {fit: {value: count(*), from: player, on: team_id}, all: {value: count(*), from: player, on: team_id}}
          include:
            players:
              from: player
              on: team_id
              include: {goals: {from: goal, on: player_id}}
            others: {from: player, on: team_id}
          group: {by: league_id, aggregates: {teams: {value: count(*), from: team, on: league_id}}}
      sections:
        - {id: teams, source: teams, items: [team, {each: players, item: player}], layout: rows}
      items: {team: {title: "{name}", badge: "{fit}"}, player: {title: "{name}"}}
      actions:
        rename: {item: team, needs: [name, reason], set: {by: me}, sql: UPDATE team SET name = :name WHERE id = :id}
      layouts:
        rows:
          height: 44
          feel: {bounce: always}
          variants: [{when: {minWidth: 500}, feel: {bounce: never}}, {when: {maxWidth: 300}}]
      """
    func lints(_ replacing: [(String, String)] = []) throws -> [String] {
      try FeedFile.parse(
        text: replacing.reduce(text) { $0.replacing($1.0, with: $1.1) },
        name: "feed.yaml",
        directory: Repository.path("Documentation/FeedFile")
      ).lints.map { "\($0.position?.line ?? 0):\($0.position?.column ?? 0) \($0.code)" }
    }
    #expect(
      try lints() == [
        "23:64 unused-variant", "22:5 unused-feel", "23:40 unused-feel",
        "11:19 unused-include", "12:7 unused-include", "6:69 unused-aggregate",
        "13:41 unused-aggregate", "18:38 unused-parameter", "18:53 unused-parameter",
      ]
    )
    // A condition, an order or a grouping reads an aggregate as well.
    let sorted = [
      ("from: team\n", "from: team\n    where: ALL > 0\n"),
      ("{by: league_id,", "{by: league_id, order: [teams DESC],"),
    ]
    #expect(try lints(sorted).allSatisfy { !$0.hasSuffix("aggregate") })
    // A variant that scrolls has the feel of its layout, and a kind without a declaration shows all fields.
    let read = [
      ("{minWidth: 500},", "{minWidth: 500}, scroll: continuous,"),
      ("team: {title: \"{name}\", badge: \"{fit}\"}, ", ""),
      (
        "{each: players, item: player}",
        "{each: players, items: [player, {each: goals, item: player}]}, {each: others, item: other}"
      ),
      (":name WHERE", ":name || :reason || @by WHERE"),
      (", {when: {maxWidth: 300}}", ""),
    ]
    #expect(try lints(read) == [])
  }
}

@Suite("Programs")
struct ProgramLintTests {
  @Test func `a program that is not there has a warning at its place`() throws {
    let folder = try TemporaryDirectory()
    _ = try folder.file("text", "no program")
    let yaml = """
      feed: 1
      sources: {a: {document: a}}
      sections: [{id: a, source: a, item: a}]
      items: {a: {title: "{name}"}}
      inputs: {odds: {exec: [./missing, --all], adapter: odds, sources: [a]}}
      adapters: {odds: SELECT 1}
      alerts:
        one: {item: a, when: name = 'x', exec: ./text --quick}
        two: {item: a, when: name = 'x', exec: "./$HOME/x"}
        three: {item: a, when: name = 'x', exec: jq .}
      """
    let file = try FeedFile.load(path: folder.file("feed.yaml", yaml))
    let found = file.warnings.filter { $0.code == "missing-program" }
    #expect(
      found.map { "\($0.position?.line ?? 0):\($0.position?.column ?? 0)" } == ["5:24", "8:42"]
    )
  }
}

@Suite("Keys of actions")
struct ActionKeyTests {
  @Test func `a warning about a key that is taken or shared has its place`() throws {
    let file = try FeedFile.parse(
      text: """
        feed: 1
        store: {schema: empty.sql}
        sources: {a: {from: a}}
        sections: [{id: a, source: a, items: [card, row]}]
        items: {card: {title: a}, row: {title: b}}
        actions:
          go: {key: q, item: card, sql: DELETE FROM a WHERE id = :id}
          mark: {key: m, item: card, sql: UPDATE a SET b = 1 WHERE id = :id}
          note: {key: m, item: row, sql: UPDATE a SET b = 2 WHERE id = :id}
          clear: {key: m, item: [card], sql: UPDATE a SET b = 3 WHERE id = :id}
          name: {key: d, item: card, needs: name, sql: UPDATE a SET b = :name WHERE id = :id}
        """,
      name: "feed.yaml",
      directory: Repository.path("Tests/FeedDefinitionTests/Messages")
    )
    let letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
    let own = Dictionary(
      uniqueKeysWithValues: letters.filter { !"dmxyz".contains($0) }.map { (String($0), "go") }
    )
    let lints = file.lints(ofKeysBeside: own.merging(["q": "quit"]) { $1 })
    #expect(
      lints.map(\.description) == [
        """
        feed.yaml:7:13: warning[taken-key]: the page has the key 'q' itself: quit
            go: {key: q, item: card, sql: DELETE FROM a WHERE id = :id}
                      ^
          hint: free: x y z
        """,
        """
        feed.yaml:10:16: warning[shared-key]: the key 'm' may mean 'mark' and 'clear' at the same place
            clear: {key: m, item: [card], sql: UPDATE a SET b = 3 WHERE id = :id}
                         ^
          hint: free: x y z
        """,
      ]
    )
  }
}
