import Foundation
import TestFeeds
import TestSupport
import Testing

@Suite("A feed over an existing database", .waiting)
struct ExistingDatabaseTests {
  static let yaml = """
    feed: 1
    store: {file: app.sqlite}
    sources:
      open: {from: note, where: NOT done, order: [title]}
    sections:
      - {id: open, source: open, item: note, layout: list}
    items:
      note: {title: "{title}"}
    layouts:
      list: {height: 32}
    actions:
      finish: {item: note, sql: UPDATE note SET done = 1 WHERE id = :id}
    """
  let directory: TemporaryDirectory
  let feed: String
  let database: String

  init() throws {
    directory = try TemporaryDirectory()
    feed = try directory.file("feed.yaml", Self.yaml)
    database = directory.path("app.sqlite")
    try SQLiteClient(path: database).run(
      """
      CREATE TABLE note (id INTEGER PRIMARY KEY, title TEXT, done INTEGER DEFAULT 0);
      CREATE TABLE log (line);
      CREATE VIRTUAL TABLE words USING fts5(title);
      CREATE TRIGGER note_done AFTER UPDATE ON note BEGIN INSERT INTO log VALUES (new.title); END;
      INSERT INTO note (title) VALUES ('Milk'), ('Bread');
      """
    )
  }

  func bytes() throws -> Data { try Data(contentsOf: URL(filePath: database)) }

  func titles(_ outcome: FeedProgram.Outcome) -> [String] {
    outcome.lines.map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
  }

  @Test func `the commands in the folder of the feed file have their option`() throws {
    let directory = try TemporaryDirectory()
    try SQLiteClient(path: directory.path("shop.db")).run(
      """
      CREATE TABLE customer (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
      CREATE TABLE purchase (id INTEGER PRIMARY KEY, note TEXT, total REAL, customer_id INTEGER NOT NULL
        REFERENCES customer (id));
      INSERT INTO customer VALUES (1, 'Ada'), (2, 'Bo'), (3, 'Cy');
      INSERT INTO purchase VALUES (1, NULL, 2.5, 2), (2, 'urgent', 3.5, 1), (3, NULL, 4.5, 3);
      """
    )
    _ = try directory.file("stock.csv", "id,name\n1,Chair\n2,Lamp\n")
    for (source, name) in [("shop.db", "shop"), ("stock.csv", "stock")] {
      let run = try FeedProgram.run(["init", name, source, "--yes"], in: directory.path)
      try #require(run.status == 0, "\(run.errors)")
      #expect(
        run.errors.hasSuffix(
          "in \(name), the commands need --allow-path ..: feed check \(name).yaml --allow-path ..\n"
        ),
        "\(run.errors)"
      )
      let folder = directory.path(name)
      #expect(try FeedProgram.run(["check", "\(name).yaml"], in: folder).status == 1)
      let check = try FeedProgram.run(
        ["check", "\(name).yaml", "--allow-path", ".."],
        in: folder
      )
      #expect(check.status == 0, "\(check.errors)")
    }
    // A text that many rows lack is not the title; the number of the row and its reference are.
    let feed = try String(contentsOfFile: directory.path("shop/shop.yaml"), encoding: .utf8)
    #expect(
      feed.contains(##"purchase: {title: "#{id} {customer.name}", subtitle: "{note}""##),
      "\(feed)"
    )
    // In a git work tree, no option is needed.
    try FileManager.default.createDirectory(
      atPath: directory.path(".git"),
      withIntermediateDirectories: false
    )
    let run = try FeedProgram.run(
      ["init", "shop", "shop.db", "--yes", "--force"],
      in: directory.path
    )
    #expect(!run.errors.contains("--allow-path"), "\(run.errors)")
    #expect(try FeedProgram.run(["check", "shop.yaml"], in: directory.path("shop")).status == 0)
  }

  @Test func `check and render read the database and do not change any byte`() throws {
    let before = try bytes()
    let check = try FeedProgram.run("check", feed)
    #expect(check.status == 0)
    #expect(check.output.hasSuffix("\(feed): ok, 1 query\n"))
    let page = try FeedProgram.run("render", feed, "--size", "40")
    #expect(page.status == 0)
    #expect(page.errors.isEmpty)
    #expect(page.output.contains("Milk"))
    #expect(page.output.contains("Bread"))
    #expect(try bytes() == before)
    #expect(directory.files == ["app.sqlite", "feed.yaml"])
    // The file need not be writable.
    try FileManager.default.setAttributes([.posixPermissions: 0o400], ofItemAtPath: database)
    let again = try FeedProgram.run("render", feed, "--size", "40")
    #expect(again.output == page.output)
    #expect(again.status == 0)
    #expect(try FeedProgram.run("check", feed).status == 0)
  }

  @Test func `check and render neither create nor remove the triggers of a change log`() throws {
    let tracking = try directory.file(
      "tracking.yaml",
      Self.yaml.replacing("{file: app.sqlite}", with: "{file: app.sqlite, track: outside}")
    )
    let others = "all rows are read again after another program has changed the database; "
    let untracked = try FeedProgram.run("check", feed).output
    #expect(untracked.contains(others))
    let tracked = try FeedProgram.run("check", tracking).output
    #expect(!tracked.contains("another program"))
    let log = "the database has no write-ahead log, so no program can commit while the feed reads"
    #expect(tracked.contains(log))
    let other = try directory.file(
      "logged.yaml",
      Self.yaml.replacing("app.sqlite", with: "logged.sqlite")
    )
    try FileManager.default.copyItem(atPath: database, toPath: directory.path("logged.sqlite"))
    try SQLiteClient(path: directory.path("logged.sqlite")).run("PRAGMA journal_mode = WAL")
    #expect(try !FeedProgram.run("check", other).output.contains(log))
    func expectUntouched() throws {
      let before = try bytes()
      for feed in [feed, tracking] {
        #expect(try FeedProgram.run("check", feed).status == 0)
        let page = try FeedProgram.run("render", feed, "--size", "40")
        #expect(page.status == 0)
        #expect(page.output.contains("Bread"))
        #expect(try bytes() == before)
      }
    }
    let program = try SQLiteClient(path: database)
    let triggers = "SELECT count(*) FROM sqlite_schema WHERE name LIKE 'feed_change%'"
    #expect(program.value(triggers) == "0")
    try expectUntouched()
    // A command that changes the feed creates them; one that changes it without tracking removes
    // them.
    #expect(try FeedProgram.run("act", tracking, "finish", "note/1").status == 0)
    #expect(program.value(triggers) != "0")
    try expectUntouched()
    #expect(try FeedProgram.run("act", feed, "finish", "note/2").status == 0)
    #expect(program.value(triggers) == "0")
  }

  @Test func `a fixture is played into a copy, unless the file is named with --store`() throws {
    let before = try bytes()
    let fixture = try directory.file(
      "notes.jsonl",
      #"{"at":0,"upsert":{"note":[{"id":9,"title":"Salt"}]}}"# + "\n"
    )
    let page = try FeedProgram.run("render", feed, "--fixture", fixture, "--size", "40")
    #expect(page.output.contains("Salt"))
    #expect(page.status == 0)
    let replay = try FeedProgram.run("replay", feed, fixture, "--speed", "max", "--verify")
    #expect(replay.status == 0)
    #expect(try bytes() == before)
    let kept = try FeedProgram.run("replay", feed, fixture, "--speed", "max", "--store", database)
    #expect(kept.status == 0)
    let program = try SQLiteClient(path: database)
    #expect(program.value("SELECT title FROM note WHERE id = 9") == "Salt")
    let tables = "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name LIKE 'feed%'"
    #expect(program.value(tables) == "2")
    #expect(program.value("PRAGMA journal_mode") == "delete")
  }

  @Test func `an action changes the file, with the program's own triggers`() throws {
    let outcome = try FeedProgram.run("act", feed, "finish", "note/1")
    #expect(outcome.output == "version 2\n")
    #expect(outcome.status == 0)
    let program = try SQLiteClient(path: database)
    #expect(program.value("SELECT line FROM log") == "Milk")
    #expect(program.value("SELECT count(*) FROM sqlite_schema WHERE name LIKE 'feed%'") == "0")
  }

  @Test func `a view of a table is shown with the key and the columns of the table`() throws {
    let program = try SQLiteClient(path: database)
    try program.run("CREATE VIEW open_note AS SELECT id, title FROM note WHERE NOT done")
    let items = "note: {title: \"{title}\", tone: {warning: title = 'Milk'}}"
    let feed = try directory.file(
      "view.yaml",
      Self.yaml.replacing("from: note, where: NOT done", with: "from: open_note")
        .replacing("note: {title: \"{title}\"}", with: items)
    )
    let check = try FeedProgram.run("check", "--strict", feed)
    #expect(check.status == 0, "\(check.errors)")
    #expect(check.errors.isEmpty, "\(check.errors)")
    let page = try FeedProgram.run("render", feed, "--size", "40")
    #expect(titles(page) == ["Bread", "! Milk"], "\(page)")
    #expect(try FeedProgram.run("act", feed, "finish", "note/1").output == "version 2\n")
    #expect(titles(try FeedProgram.run("render", feed, "--size", "40")) == ["Bread"])
    try program.run("DROP VIEW open_note")
    try program.run("CREATE VIEW open_note AS SELECT id, upper(title) AS title FROM note")
    let refused = try FeedProgram.run("check", feed)
    #expect(refused.status == 1)
    #expect(refused.errors.contains("error[view]: 'open_note' is a view"), "\(refused.errors)")
    #expect(refused.errors.contains("hint: write 'from: note'"), "\(refused.errors)")
  }

  #if Server
  @Test func `a served database may lose a column, and the reason is logged if it is shown`()
    async throws
  {
    let directory = try TemporaryDirectory()
    let owner = try SQLiteClient(path: directory.path("own.sqlite"))
    try owner.run("CREATE TABLE team (id INTEGER PRIMARY KEY, note TEXT, name TEXT)")
    try owner.run("INSERT INTO team VALUES (1, 'x', 'first')")
    let yaml = """
      feed: 1
      store: {file: own.sqlite}
      sources: {teams: {from: team}}
      sections: [{id: teams, source: teams, item: team, layout: list}]
      items: {team: {title: "{name}"}}
      layouts: {list: {height: 44}}
      """
    let server = try ServedProgram(try directory.file("own.yaml", yaml))
    let client = try await server.follow()
    try owner.run("ALTER TABLE team DROP COLUMN note")
    try owner.run("UPDATE team SET name = 'second'")
    while !client.received.contains("second") { _ = try #require(await client.next()) }
    try owner.run("ALTER TABLE team RENAME COLUMN name TO title")
    #expect(server.log(until: "does not have").contains("'name'"))
    #expect(server.end().status == 0)
  }

  @Test func `a server that ends removes its triggers, so that a column can be dropped`()
    async throws
  {
    let directory = try TemporaryDirectory()
    let owner = try SQLiteClient(path: directory.path("own.sqlite"))
    try owner.run(
      "CREATE TABLE team (id INTEGER PRIMARY KEY, name TEXT, code TEXT); CREATE UNIQUE INDEX codes ON team (code)"
    )
    let yaml = """
      feed: 1
      store: {file: own.sqlite, track: outside}
      sources: {teams: {from: team}}
      sections: [{id: teams, source: teams, item: team, layout: list}]
      items: {team: {title: "{name}"}}
      layouts: {list: {height: 44}}
      """
    let server = try ServedProgram(try directory.file("own.yaml", yaml))
    _ = try await server.follow()
    let triggers = "SELECT count(*) FROM sqlite_schema WHERE type = 'trigger'"
    #expect(try owner.integer(triggers) == 6)
    #expect(server.end().status == 0)
    #expect(try owner.integer(triggers) == 0)
    try owner.run("DROP INDEX codes; ALTER TABLE team DROP COLUMN code")
  }

  @Test func `a source with an altered table works again once another missing table is there`()
    async throws
  {
    let directory = try TemporaryDirectory()
    let owner = try SQLiteClient(path: directory.path("own.sqlite"))
    try owner.run(
      """
      CREATE TABLE team (id INTEGER PRIMARY KEY, note TEXT, name TEXT);
      CREATE TABLE game (id INTEGER PRIMARY KEY, name TEXT);
      INSERT INTO team VALUES (1, 'x', 'first');
      INSERT INTO game VALUES (1, 'a game')
      """
    )
    let yaml = """
      feed: 1
      store: {file: own.sqlite}
      sources: {teams: {from: team}, games: {from: game}}
      sections:
        - {id: teams, source: teams, item: team, layout: list}
        - {id: games, source: games, item: team, layout: list}
      items: {team: {title: "{name}"}}
      layouts: {list: {height: 44}}
      """
    let server = try ServedProgram(try directory.file("own.yaml", yaml))
    let client = try await server.follow()
    try owner.run(
      "BEGIN; ALTER TABLE team RENAME COLUMN note TO memo; ALTER TABLE game RENAME TO played; COMMIT"
    )
    _ = server.log(until: "the schema has no table 'game'")
    try owner.run("ALTER TABLE played RENAME TO game")
    try owner.run("UPDATE team SET name = 'second'")
    while !client.received.contains("second") { _ = try #require(await client.next()) }
    #expect(server.end().status == 0)
  }
  #endif

  @Test func `a missing file is reported at its declaration, unless --store names one`() throws {
    try FileManager.default.moveItem(atPath: database, toPath: directory.path("other.sqlite"))
    let message = """
      \(feed):2:15: error[unreadable-database]: the database '\(database)' does not exist
        store: {file: app.sqlite}
                      ^
        hint: paths are relative to the feed file; to make a new store, write 'schema: FILE.sql'

      """
    for command in ["check", "render"] {
      let outcome = try FeedProgram.run(command, feed)
      #expect(outcome.status == (command == "check" ? 1 : 65))
      #expect(outcome.errors.hasPrefix(message))
    }
    let other = directory.path("other.sqlite")
    let page = try FeedProgram.run("render", feed, "--store", other, "--size", "40")
    #expect(page.output.contains("Milk"))
    #expect(page.status == 0)
    let gone = try FeedProgram.run("act", feed, "finish", "note/1", "--store", "none.sqlite")
    #expect(gone.errors.hasPrefix("error[cannot-open]: there is no database 'none.sqlite'"))
  }

  @Test func `feed stress rejects an existing database`() throws {
    let outcome = try FeedProgram.run("stress", feed, "--for", "1s")
    #expect(outcome.status == 65)
    #expect(outcome.errors.hasPrefix("error[not-a-store]: the feed shows an existing database"))
  }
}
