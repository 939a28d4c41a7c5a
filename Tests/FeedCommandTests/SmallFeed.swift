import TestSupport

/// A small feed that can be followed line by line: two tables, a document, four sections.
struct SmallFeed {
  let directory: TemporaryDirectory
  let path: String

  static let schema = """
    CREATE TABLE team (id INTEGER PRIMARY KEY, name TEXT NOT NULL, rank INTEGER NOT NULL) STRICT;
    CREATE TABLE player (
      id INTEGER PRIMARY KEY, team_id INTEGER NOT NULL REFERENCES team (id) ON DELETE CASCADE,
      name TEXT NOT NULL, price REAL, rank INTEGER NOT NULL DEFAULT 0, is_out INTEGER NOT NULL DEFAULT 0
    ) STRICT;
    """

  static let yaml = """
    feed: 1
    title: Teams
    store: {schema: small.sql}
    sources:
      news: {document: news, items: $.news, id: id}
      teams: {from: team, order: [rank]}
      players:
        from: player
        where: NOT is_out
        group: {by: team_id, order: [team.rank], title: team.name}
        order: [rank]
    sections:
      - {id: news, source: news, item: headline, layout: list}
      - {id: teams, source: teams, item: team, layout: list}
      - {id: players, source: players, item: player, title: "{title}", layout: list}
    items:
      headline: {title: "{title}"}
      team: {title: "{name}", fields: [rank]}
      player: {title: "{name}", value: "{price:0.00}"}
    layouts:
      list: {height: 44}
    """

  init(yaml: String = Self.yaml, schema: String = Self.schema) throws {
    directory = try TemporaryDirectory()
    path = try directory.file("small.yaml", yaml)
    _ = try directory.file("small.sql", schema)
  }

  /// A history with every kind of edit.
  static let lines = [
    #"{"at":0,"upsert":{"team":[{"id":1,"name":"Reds","rank":1},{"id":2,"name":"Blues","rank":2}]}}"#,
    #"{"at":0.25,"upsert":{"player":[{"id":1,"team_id":1,"name":"Ada","price":2.5,"rank":1},{"id":2,"team_id":1,"name":"Bo","rank":2},{"id":3,"team_id":2,"name":"Cy","rank":1}]}}"#,
    #"{"at":0.5,"document":{"news":{"news":[{"id":"a","title":"Kick-off"},{"id":"b","title":"Rain"}]}}}"#,
    #"{"at":1,"upsert":{"player":[{"id":1,"price":2.75}]}}"#,
    #"{"at":1,"upsert":{"player":[{"id":1,"price":2.75}]}}"#,
    #"{"at":1.5,"upsert":{"player":[{"id":1,"rank":3}]}}"#,
    #"{"at":2,"upsert":{"team":[{"id":1,"rank":9}]}}"#,
    #"{"at":2.5,"document":{"news":{"news":[{"id":"b","title":"Rain stops"},{"id":"c","title":"Sun"}]}}}"#,
    #"{"at":3,"upsert":{"player":[{"id":3,"team_id":1}]}}"#,
    #"{"at":3.5,"sql":["UPDATE player SET is_out = 1 WHERE id = 2"]}"#,
    #"{"at":4,"delete":{"team":[2],"player":[1]}}"#,
  ]

  func fixture(_ lines: [String] = Self.lines, name: String = "lines.jsonl") throws -> String {
    try directory.file(name, lines.map { $0 + "\n" }.joined())
  }
}
