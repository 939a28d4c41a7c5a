import FeedModel
import FeedQueries
import FeedSnapshots
import FeedStore
import TestSupport
import Testing

/// Random histories of a program whose database was not created by live queries.
@Suite("A shared connection against a fresh reading")
struct SharedModelTests {
  static let schema = """
    PRAGMA foreign_keys = ON;
    CREATE TABLE league (id INTEGER PRIMARY KEY, name TEXT UNIQUE ON CONFLICT REPLACE, ord INTEGER);
    CREATE TABLE event (
      id INTEGER PRIMARY KEY, league INTEGER REFERENCES league ON DELETE CASCADE ON UPDATE CASCADE,
      name TEXT, start INTEGER, live INTEGER CHECK (live IN (0, 1)),
      UNIQUE (league, start) ON CONFLICT REPLACE
    );
    CREATE TABLE tag (
      event INTEGER REFERENCES event ON DELETE SET NULL, word TEXT COLLATE NOCASE PRIMARY KEY
    ) WITHOUT ROWID;
    CREATE TABLE log (line TEXT);
    CREATE TABLE other (id INTEGER PRIMARY KEY, value);
    CREATE VIRTUAL TABLE words USING fts5(name, content='event', content_rowid='id');
    CREATE VIEW now_live AS SELECT * FROM event WHERE live;
    CREATE TRIGGER event_moved AFTER UPDATE OF start ON event BEGIN
      INSERT INTO log VALUES (new.name);
      UPDATE league SET ord = ord + 1 WHERE id = new.league;
      DELETE FROM tag WHERE event = new.id AND new.start > 15;
    END;
    CREATE TRIGGER event_new AFTER INSERT ON event BEGIN
      INSERT INTO words (rowid, name) VALUES (new.id, new.name);
      INSERT OR REPLACE INTO tag VALUES (new.id, 'w' || (new.id % 7));
    END;
    """
  static let queries: [LiveQueries.Registration] = [
    .init("live", Leagues.live),
    .init("first", LiveQuery(from: "event", filter: "live", order: ["start DESC"], limit: 3)),
    .init(
      "leagues",
      LiveQuery(
        from: "league",
        order: ["ord", "name"],
        include: [
          Inclusion(
            "events",
            LiveQuery(from: "event", order: ["start"]),
            on: "league"
          )
        ],
        aggregates: [Aggregate("count", "count(*)", from: "event", on: "league")]
      )
    ),
    .init("tags", LiveQuery(from: "tag", order: ["event"])),
    .init("seen", LiveQuery(from: "other", filter: "id IN (SELECT id FROM now_live)")),
  ]

  @Test(arguments: 0..<amount(4, full: 40, soak: 400))
  func `whatever the program does, its live queries show what a fresh reading shows`(
    seed: Int
  ) throws {
    var generator = SeededGenerator(seed: UInt64(seed))
    let program = try SharingProgram(Self.schema)
    let live = try program.share(Self.queries)
    var history: [String] = []
    for step in 0..<60 {
      let steps = Self.commit(&generator)
      for sql in steps {
        // Statements that fail half-way are part of the history.
        do { try program.connection.run(sql) } catch { history.append("-- fails:") }
        history.append(sql)
      }
      if program.connection.value("SELECT 1") == nil { break }
      try? program.connection.run("COMMIT")
      try live.catchUp(program)
      let fresh = try LiveQueries(at: .file(program.path), queries: Self.queries)
      for (now, expected) in zip(live.snapshot.results, fresh.snapshot.results) {
        guard now.shape == expected.shape, now.rows == expected.rows else {
          let last = history.suffix(20).joined(separator: "\n")
          Issue.record(
            "seed \(seed), step \(step), '\(now.name)': \(now.shape), not \(expected.shape)\n\(last)"
          )
          return
        }
      }
      try fresh.close()
    }
    let missed = try Self.queries.compactMap {
      try unsafe live.check($0.name, on: program.connection.handle)
    }
    #expect(missed.isEmpty)
  }

  /// The statements of a commit: some with a transaction around them, some of which is undone.
  private static func commit(_ generator: inout SeededGenerator) -> [String] {
    let count = Int.random(in: 1...4, using: &generator)
    var steps = (0..<count).map { _ in statement(&generator) }
    switch Int.random(in: 0..<8, using: &generator) {
    case 0: return ["BEGIN"] + steps + ["ROLLBACK"]
    case 1: return ["BEGIN"] + steps + ["COMMIT"]
    case 2:
      steps.insert("SAVEPOINT a", at: Int.random(in: 0...count, using: &generator))
      return ["BEGIN"] + steps + ["ROLLBACK TO a", statement(&generator), "COMMIT"]
    case 3: return ["SAVEPOINT s"] + steps + ["RELEASE s"]
    default: return steps
    }
  }

  private static func statement(_ generator: inout SeededGenerator) -> String {
    func number(_ most: Int) -> Int { Int.random(in: 0..<most, using: &generator) }
    let (id, league, start) = (number(30), number(5), number(20))
    switch number(16) {
    case 0: return "INSERT OR IGNORE INTO league VALUES (\(league), 'l\(number(4))', \(number(9)))"
    case 1: return "INSERT INTO league VALUES (NULL, 'l\(number(4))', \(number(9)))"
    case 2, 3, 4:
      return
        "INSERT OR REPLACE INTO event VALUES (\(id), \(league), 'n\(id)', \(start), \(number(2)))"
    case 5:
      let how = ["FAIL", "ABORT", "ROLLBACK"][number(3)]
      return "INSERT OR \(how) INTO event VALUES (\(id + 40), 1, 'x', \(start), 1), "
        + "(\(id + 41), 1, 'y', \(start + 1), 7)"
    case 6: return "UPDATE event SET start = start + \(number(3)) WHERE id % 3 = \(number(3))"
    case 7: return "UPDATE event SET live = 1 - live WHERE id = \(id)"
    case 8: return "DELETE FROM league WHERE id = \(league)"
    case 9: return "UPDATE OR IGNORE league SET id = id + 1 WHERE id = \(league)"
    case 10: return "DELETE FROM tag"
    case 11:
      return "INSERT OR REPLACE INTO tag VALUES ((SELECT max(id) FROM event), 'W\(number(7))')"
    case 12: return "INSERT OR REPLACE INTO other VALUES (\(id), \(start))"
    case 13: return "DELETE FROM event WHERE id = \(id); INSERT INTO log VALUES ('gone')"
    case 14: return "UPDATE event SET id = id + 100 WHERE id = \(id)"
    default:
      return [
        "VACUUM", "CREATE INDEX IF NOT EXISTS i ON event (live)", "DROP INDEX IF EXISTS i",
        "INSERT INTO words (words) VALUES ('rebuild')",
        "ALTER TABLE log ADD COLUMN c\(number(99999))",
      ][number(5)]
    }
  }
}
