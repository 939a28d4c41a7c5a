#if Server
import FeedEngine
import FeedModel
import FeedServer
import Foundation
import TestFeeds
import TestSupport

/// Two servers of one feed whose visible sections are equal: in the second one the hidden sections are empty.
///
/// Both have the same epoch and the same version numbers, so every answer to a client without the right to read the hidden
/// sections must be equal.
struct TwinFeeds {
  let real: ServedFeed
  let twin: ServedFeed

  /// The beginning of each text that only hidden sections contain, their names in the feed file included.
  static let mark = "mq7z"

  /// Claims that match no hidden section.
  static let claims = [
    ["teams"], ["players/1"], ["teams", "players/1"], ["team?", "player?/1"], ["absent"], [],
    ["*ams"], ["players/1", "absent/*"],
  ]

  static let selections = [
    nil, "*", "teams", "players/*", "players/1", "players/2", "secrets", "vault/*", "news,clock",
    "*e*", "secrets,teams", "?????", "vault/\(mark)1", "players/3,absent",
  ]

  private static let schema = """
    CREATE TABLE team (
      id INTEGER PRIMARY KEY, name TEXT NOT NULL, rank INTEGER NOT NULL, image TEXT
    ) STRICT;
    CREATE TABLE player (
      id INTEGER PRIMARY KEY, team_id INTEGER NOT NULL REFERENCES team (id), name TEXT NOT NULL,
      price REAL, rank INTEGER NOT NULL DEFAULT 0
    ) STRICT;
    CREATE TABLE secret (
      id TEXT PRIMARY KEY, name TEXT NOT NULL, rank INTEGER NOT NULL, image TEXT
    ) STRICT;
    CREATE TABLE vault (
      id TEXT PRIMARY KEY, box TEXT NOT NULL, name TEXT NOT NULL, rank INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE clock (id INTEGER PRIMARY KEY, count INTEGER NOT NULL) STRICT;
    """

  private static let rows =
    """
    INSERT INTO team VALUES (1, 'Reds', 1, 'shown.png'), (2, 'Blues', 2, NULL), (3, 'Greens', 3, NULL);
    INSERT INTO clock VALUES (1, 0);
    """
    + (1...20).map { "INSERT INTO player VALUES (\($0), 1, 'Player \($0)', \($0).5, \($0));" }
    .joined()

  private static let yaml = """
    feed: 1
    title: Teams
    pictures: {folder: pictures}
    store: {schema: small.sql}
    sources:
      news: {document: news, items: $.news, id: id}
      teams: {from: team, order: [rank]}
      players:
        from: player
        group: {by: team_id, order: [team.rank], title: team.name}
        order: [rank]
      secrets: {from: secret, order: [rank]}
      vault: {from: vault, group: {by: box}, order: [rank]}
      clock: {from: clock, order: [id]}
    sections:
      - {id: news, source: news, item: headline, layout: \(mark)-list}
      - {id: teams, source: teams, item: team, layout: list, reorder: rank}
      - {id: secrets, title: \(mark) secrets, source: secrets, item: secret, layout: \(mark)-list}
      - {id: players, source: players, item: player, title: "{title}", layout: list}
      - {id: vault, source: vault, item: box, layout: \(mark)-list}
      - {id: clock, source: clock, item: clock, layout: list}
    items:
      headline: {title: "{title}"}
      team: {title: "{name}", fields: [rank], image: "{image}"}
      player: {title: "{name}", value: "{price:0.00}"}
      secret: {title: "{name}", value: "{name}", fields: [name], image: "{image}"}
      box: {title: "{name}", flags: {\(mark): rank}}
      clock: {title: "{count}"}
    actions:
      toggle: {item: player, sql: UPDATE player SET price = 1 WHERE id = :id}
      \(mark)-open: {item: secret, sql: UPDATE secret SET rank = 1 WHERE id = :id}
    layouts:
      list: {height: 44}
      \(mark)-list: {height: 45}
    """

  /// Serves both while a body runs.
  static func whileServing(
    _ keys: TokenKeys,
    _ body: (TwinFeeds) async throws -> Void
  ) async throws {
    let pictures = try TemporaryDirectory()
    let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 1, 2, 3]
    for name in ["shown.png"] + (0..<4).map({ "hidden-\($0).png" }) {
      _ = try pictures.file(name, png)
    }
    func serve(_ body: (ServedFeed) async throws -> Void) async throws {
      try await ServedFeed.whileServing(
        yaml: yaml,
        schema: schema,
        rows: rows,
        identity: "twins"
      ) {
        $0.reading.keys = keys
      } _: { feed in
        let folder = URL(filePath: feed.directory.path).appending(path: "pictures")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        // The tag of a picture depends on its file, so both servers have links to the same files.
        for name in pictures.files {
          try FileManager.default.linkItem(
            at: pictures.url.appending(path: name),
            to: folder.appending(path: name)
          )
        }
        try await body(feed)
      }
    }
    try await serve { real in
      try await serve { twin in try await body(TwinFeeds(real: real, twin: twin)) }
    }
  }

  // MARK: Changes

  /// Makes one change of hidden sections, or of visible ones, or of both.
  func change(_ random: inout SeededGenerator) async throws {
    if Int.random(in: 0..<8, using: &random) == 0 {
      _ = try await real.engine.replaceDocument("news", with: document(&random))
    } else if Int.random(in: 0..<8, using: &random) < 5 {
      try await real.run(hiddenChange(&random))
    } else {
      let (sql, twinSQL) = visibleChange(&random)
      try await real.run(sql)
      try await twin.run(twinSQL ?? sql)
    }
    // Version numbers count the changes of all sections, so the twin's hidden clock makes up for the rest.
    while real.version != twin.version {
      let behind = real.version < twin.version ? real : twin
      try await behind.run("UPDATE clock SET count = count + 1")
    }
  }

  /// A document with marks; some cannot be read, and then the source's problem contains a mark.
  private func document(_ random: inout SeededGenerator) -> [UInt8] {
    let number = Int.random(in: 0..<1_000_000, using: &random)
    let text = [
      #"{"news":[{"id":"\#(Self.mark)\#(number)","title":"\#(Self.mark) \#(number)"}]}"#,
      #"{"news":[{"id":{"\#(Self.mark)":\#(number)}}]}"#, #"{"news": \#(Self.mark)\#(number)"#,
    ].randomElement(using: &random)
    return Array((text ?? "").utf8)
  }

  private func hiddenChange(_ random: inout SeededGenerator) -> String {
    let (mark, number) = (Self.mark, Int.random(in: 0..<1000, using: &random))
    let id = Int.random(in: 0..<6, using: &random)
    return switch Int.random(in: 0..<9, using: &random) {
    case 0, 1:
      "INSERT OR REPLACE INTO secret VALUES ('\(mark)\(id)', '\(mark) \(number)', \(number), 'hidden-\(id % 4).png')"
    case 2: "DELETE FROM secret WHERE id = '\(mark)\(id)'"
    case 3:
      "INSERT OR REPLACE INTO vault VALUES ('\(mark)\(id)', '\(mark)\(id % 3)', '\(mark) \(number)', \(number))"
    case 4: "DELETE FROM vault WHERE box = '\(mark)\(id % 3)'"
    case 5:
      """
      WITH RECURSIVE n(i) AS (SELECT 10 UNION ALL SELECT i + 1 FROM n WHERE i < 200)
      INSERT OR REPLACE INTO secret SELECT '\(mark)' || i, '\(mark) ' || i, i, NULL FROM n
      """
    case 6: "DELETE FROM secret"
    case 7:
      "INSERT OR REPLACE INTO player VALUES (\(100 + id), \(2 + id % 2), '\(mark) \(number)', \(number), \(number))"
    default: "UPDATE player SET price = \(number) WHERE team_id > 1"
    }
  }

  /// Returns a change of both feeds; the second statement is that of the twin, if it differs.
  private func visibleChange(_ random: inout SeededGenerator) -> (String, String?) {
    let (number, id) = (
      Int.random(in: 0..<100, using: &random), Int.random(in: 1...20, using: &random)
    )
    return switch Int.random(in: 0..<6, using: &random) {
    case 0: ("UPDATE team SET rank = \(number) WHERE id = \(id % 3 + 1)", nil)
    case 1: ("UPDATE player SET price = \(number) WHERE team_id = 1 AND id <= \(id)", nil)
    case 2: ("UPDATE player SET rank = \(number) WHERE team_id = 1 AND id = \(id)", nil)
    case 3:
      // It moves to a hidden section.
      (
        "UPDATE player SET team_id = 2, name = '\(Self.mark)' WHERE id = \(id)",
        "DELETE FROM player WHERE id = \(id)"
      )
    default:
      (
        "INSERT OR REPLACE INTO player VALUES (\(id), 1, 'Back \(number)', \(number), \(number))",
        nil
      )
    }
  }
}
#endif
