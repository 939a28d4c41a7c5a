import Foundation
import TestSupport
import Testing

@Suite("feed migrate", .waiting)
struct MigrateTests {
  let feed: SmallFeed
  let store: String

  static let after =
    SmallFeed.schema.replacing(
      "is_out INTEGER NOT NULL DEFAULT 0",
      with: "is_out INTEGER NOT NULL DEFAULT 0,\n  shirt INTEGER,\n  town TEXT NOT NULL DEFAULT '?'"
    )
      + """

      CREATE TABLE ground (id INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT;
      INSERT INTO ground VALUES (1, 'Anfield');
      CREATE INDEX player_by_name ON player (name);
      """

  init() throws {
    feed = try SmallFeed()
    store = feed.directory.path("small store.sqlite")
    let run = try FeedProgram.run(
      "replay",
      feed.path,
      feed.fixture(Array(SmallFeed.lines.prefix(4))),
      "--store",
      store,
      "--speed",
      "max"
    )
    #expect(run.status == 0, "\(run.errors)")
  }

  func declare(_ schema: String) throws { _ = try feed.directory.file("small.sql", schema) }

  func bytes() throws -> Data { try Data(contentsOf: URL(filePath: store)) }

  /// Runs a command line with a shell.
  func shell(_ line: String) throws -> FeedProgram.Outcome {
    try FeedProgram.run(
      ["-c", line],
      program: "/bin/sh",
      environment: ["PATH": "\(FeedProgram.place.deletingLastPathComponent().path):/usr/bin:/bin"]
    )
  }

  var kept: [String] {
    feed.directory.files.filter { $0.hasPrefix("small store.sqlite.before-") }
  }

  /// The complete copies.
  var copies: [String] {
    kept.filter { name in [".part", "-wal", "-shm", "-journal"].allSatisfy { !name.contains($0) } }
  }

  /// Returns the number of steps that a store lacks.
  func steps(of store: String, to feed: String) throws -> Int {
    let run = try FeedProgram.run(
      "migrate",
      feed,
      "--store",
      store,
      "--dry-run",
      "--format",
      "json"
    )
    #expect(run.status == 0, "\(run.errors)")
    let answer = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
    return try #require(answer?["steps"] as? [Any]).count
  }

  @Test func `a store with another schema is rejected with the command that migrates it`() throws {
    try declare(Self.after)
    let before = try bytes()
    for command in [["render"], ["put", "team", "{}"], ["watch"]] {
      let arguments = [command[0], feed.path] + command.dropFirst() + ["--store", store]
      let run = try FeedProgram.run(arguments)
      #expect(run.status == 65)
      #expect(
        run.errors.contains("\n  hint: feed migrate \(feed.path) --store '\(store)'\n"),
        "\(run.errors)"
      )
    }
    #expect(try bytes() == before)
    let hint = "feed migrate \(feed.path) --store '\(store)'"
    let run = try shell(hint)
    #expect(run.status == 0, "\(run.errors)")
    #expect(
      run.output == """
        add table 'ground'
        add column 'player.shirt'
        add column 'player.town'
        add index 'player_by_name'

        """
    )
    let copy = try #require(kept.first)
    #expect(kept.count == 1)
    #expect(
      run.errors == "\(store): 4 changes made, the old store is kept as "
        + "'\(feed.directory.path(copy))'\n"
    )
    let page = try FeedProgram.run("render", feed.path, "--store", store, "--size", "40")
    #expect(page.status == 0, "\(page.errors)")
    #expect(page.output.contains("Ada"), "\(page.errors)")
    // A second migration has no steps, and keeps no copy.
    let again = try shell(hint + " --format json")
    #expect(
      again.output == #"{"store":"\#(store)","ok":true,"changed":false,"copy":null,"#
        + #""steps":[],"obstacles":[]}"# + "\n"
    )
    #expect(kept.count == 1)
  }

  @Test func `a dry run prints the SQL and does not change any byte`() throws {
    try declare(Self.after)
    let (before, files) = (try bytes(), feed.directory.files)
    let run = try FeedProgram.run("migrate", feed.path, "--store", store, "--dry-run")
    #expect(run.status == 0)
    #expect(
      run.output == """
        -- add table 'ground'
        CREATE TABLE ground (id INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT;
        INSERT INTO "ground" ("id", "name") VALUES
          (1, 'Anfield');
        -- add column 'player.shirt'
        ALTER TABLE "player" ADD COLUMN shirt INTEGER;
        -- add column 'player.town'
        ALTER TABLE "player" ADD COLUMN town TEXT NOT NULL DEFAULT '?';
        -- add index 'player_by_name'
        CREATE INDEX player_by_name ON player (name);

        """
    )
    #expect(run.errors == "\(store): 4 changes to be made, nothing was changed\n")
    #expect(try bytes() == before)
    #expect(feed.directory.files == files)
    // The printed SQL has the same effect.
    let client = try SQLiteClient(path: store)
    try client.run("BEGIN; " + run.output + "COMMIT")
    #expect(try FeedProgram.run("render", feed.path, "--store", store).status == 0)
  }

  @Test func `obstacles are reported, in text and JSON, and nothing is changed`() throws {
    try declare(
      Self.after.replacing("price REAL", with: "price TEXT").replacing("shirt INTEGER,", with: "")
    )
    let (before, files) = (try bytes(), feed.directory.files)
    let run = try FeedProgram.run("migrate", feed.path, "--store", store)
    #expect(run.status == 1)
    #expect(run.output.isEmpty)
    #expect(
      run.errors == """
        \(store): error[changed-column]: column 'player.price' has type 'REAL' in the store but \
        'TEXT' is declared
          hint: declare it as in the store, or start with a new store and copy the rows into it
        \(store): 1 obstacle, nothing was changed

        """
    )
    let json = try FeedProgram.run("migrate", feed.path, "--store", store, "--format", "json")
    #expect(json.status == 1)
    #expect(json.errors.isEmpty)
    #expect(
      json.output.contains(#""ok":false,"changed":false,"copy":null,"steps":[{"action":"add","#)
    )
    #expect(
      json.output.contains(
        #""obstacles":[{"code":"changed-column","message":"column 'player.price'"#
      )
    )
    #expect(try bytes() == before)
    #expect(feed.directory.files == files)
  }

  @Test func `a foreign database has no schema for a migration`() throws {
    let path = try feed.directory.file(
      "theirs.yaml",
      SmallFeed.yaml.replacing("schema: small.sql", with: "file: small store.sqlite")
    )
    let before = try bytes()
    let run = try FeedProgram.run("migrate", path, "--store", store)
    #expect(run.status == 65)
    #expect(run.errors.contains("error[no-schema]: the feed file '\(path)' declares no schema"))
    #expect(run.errors.contains("is changed by the program that made it"))
    #expect(try bytes() == before)
  }

  @Test func `a migration waits for another program that writes, and then reports it`() throws {
    try declare(Self.after)
    let client = try SQLiteClient(path: store)
    try client.run("BEGIN IMMEDIATE")
    let run = try FeedProgram.run("migrate", feed.path, "--store", store)
    #expect(run.status == 65)
    #expect(
      run.errors == """
        error[busy]: another program has been writing to the store '\(store)' for 5 seconds
          hint: stop it, and migrate the store again

        """
    )
    #expect(kept.isEmpty)
    try client.run("ROLLBACK")
    #expect(try FeedProgram.run("migrate", feed.path, "--store", store).status == 0)
  }

  @Test func `a migration that is killed at any moment leaves the old or the new store`() throws {
    let client = try SQLiteClient(path: store)
    try client.run(
      """
      WITH RECURSIVE n (i) AS (SELECT 10 UNION ALL SELECT i + 1 FROM n WHERE i < 150000)
      INSERT INTO player (id, team_id, name) SELECT i, 1, 'Player ' || i FROM n;
      PRAGMA wal_checkpoint(TRUNCATE);
      """
    )
    let folder = try TemporaryDirectory()
    let new = try folder.file("small.yaml", SmallFeed.yaml)
    _ = try folder.file("small.sql", Self.after + "CREATE INDEX another ON player (name, id);")
    var killed = 0
    for round in 0..<amount(3, full: 8, soak: 40) {
      let process = try FeedProgram.make(["migrate", new, "--store", store])
      process.standardOutput = FileHandle.nullDevice
      process.standardError = FileHandle.nullDevice
      try process.start()
      // Killed when the copy exists, and when a part of the transaction is in the log.
      let log = store + "-wal"
      while process.isRunning {
        let size = try? FileManager.default.attributesOfItem(atPath: log)[.size] as? Int
        if !copies.isEmpty, size ?? 0 >= round * 1_000_000 { break }
        usleep(200)
      }
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
      killed += process.terminationReason == .uncaughtSignal ? 1 : 0
      let steps = try steps(of: store, to: new)
      #expect(steps == 0 || steps == 5)
      #expect(process.terminationReason == .uncaughtSignal || steps == 0)
      // The copy is the complete old store.
      for name in copies {
        #expect(try self.steps(of: feed.directory.path(name), to: new) == 5)
      }
      for name in kept { try FileManager.default.removeItem(atPath: feed.directory.path(name)) }
      if steps == 0 { break }
    }
    #expect(killed > 0)
    let end = try FeedProgram.run("migrate", new, "--store", store)
    #expect(end.status == 0, "\(end.errors)")
    let sum = try FeedProgram.run("delete", new, "player/150000", "--store", store)
    #expect(sum.status == 0, "\(sum.errors)")
  }
}
