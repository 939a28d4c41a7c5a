import FeedModel
import FeedQueries
import FeedStore
import GRDB
import Testing

/// A program that stores notes with GRDB, and follows some of them.
struct NoteProgram {
  let queue: DatabaseQueue
  let live: LiveQueries

  init() throws {
    queue = try DatabaseQueue()
    try queue.write { db in
      try db.execute(
        sql: """
          CREATE TABLE folder (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
          CREATE TABLE note (
            id INTEGER PRIMARY KEY, folder INTEGER REFERENCES folder ON DELETE CASCADE,
            title TEXT UNIQUE, done BOOLEAN NOT NULL DEFAULT 0
          );
          CREATE TABLE log (line TEXT);
          INSERT INTO folder VALUES (1, 'Home'), (2, 'Work');
          WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000)
          INSERT INTO note SELECT i, 1 + i % 2, 'n' || i, i > 4 FROM n;
          """
      )
    }
    live = try queue.inDatabase { db in
      try unsafe LiveQueries(
        sharing: db.pointer,
        queries: [
          .init(
            "open",
            LiveQuery(
              from: "note",
              filter: "NOT done",
              order: ["title"],
              group: Grouping(by: "folder", order: ["folder.name"], title: "folder.name")
            )
          )
        ]
      )
    }
  }

  @discardableResult
  func catchUp() throws -> LiveUpdate? {
    try queue.inDatabase { db in try unsafe live.catchUp(on: db.pointer) }
  }

  /// The open notes in the form `Home[2 4] Work[1 3]`.
  var shape: String {
    guard let sections = live.snapshot["open"]?.sections.sections else { return "" }
    return sections.map { section in
      let keys = section.items.map(\.id.key.description).joined(separator: " ")
      return "\(section.content.title ?? .null)[\(keys)]"
    }.joined(separator: " ")
  }
}

struct Note: Codable, FetchableRecord, PersistableRecord {
  static let databaseTableName = "note"
  var id: Int64?
  var folder: Int64
  var title: String
  var done = false
}

extension Database {
  /// The connection, while GRDB provides access to it.
  var pointer: OpaquePointer {
    get throws { try #require(sqliteConnection) }
  }
}

/// An observer that catches up after each commit of GRDB.
final class RecordingFollower: TransactionObserver {
  let live: LiveQueries
  private(set) var updates: [LiveUpdate] = []

  init(_ live: LiveQueries) { self.live = live }

  func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool { false }
  func databaseDidChange(with event: DatabaseEvent) {}
  func databaseDidRollback(_ db: Database) {}
  func databaseDidCommit(_ db: Database) {
    do {
      if let update = try unsafe live.catchUp(on: db.pointer) { updates.append(update) }
    } catch { Issue.record(error) }
  }
}

/// A generator that returns the same numbers in each run.
struct Numbers: RandomNumberGenerator {
  private var state: UInt64 = 1

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state ^ state >> 29
  }
}

/// An observer that counts the notifications of GRDB.
final class Observer: TransactionObserver {
  var changes = 0
  var commits = 0
  var rollbacks = 0

  func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool { true }
  func databaseDidChange(with event: DatabaseEvent) { changes += 1 }
  func databaseDidCommit(_ db: Database) { commits += 1 }
  func databaseDidRollback(_ db: Database) { rollbacks += 1 }
}

@Suite("Live queries over the connection of a GRDB queue")
struct SharingWithGRDBTests {
  let program: NoteProgram

  init() throws { program = try NoteProgram() }

  @Test func `a commit by GRDB costs time for the touched rows only`() throws {
    #expect(program.shape == "Home[2 4] Work[1 3]")
    let before = program.live.rowsRead
    try program.queue.write { db in
      try Note(id: nil, folder: 1, title: "Milk").insert(db)
      try db.execute(sql: "UPDATE note SET done = 0 WHERE id = 900")
      try db.execute(sql: "INSERT INTO log VALUES ('written')")
    }
    let update = try #require(try program.catchUp())
    #expect(update["open"].insertItems.count == 2)
    #expect(program.shape == "Home[1001 2 4 900] Work[1 3]")
    #expect(program.live.rowsRead - before == 2)
    #expect(try program.catchUp() == nil)
  }

  @Test func `observers, observations and cached statements of GRDB work as before`() throws {
    let observer = Observer()
    program.queue.add(transactionObserver: observer)
    try program.queue.write { db in
      try Note(id: 2000, folder: 2, title: "a").insert(db)
      try Note(id: 2000, folder: 2, title: "b").update(db)
    }
    #expect(observer.changes == 2)
    #expect(observer.commits == 1)
    try program.catchUp()
    struct Stop: Error {}
    #expect(throws: Stop.self) {
      try program.queue.write { db in
        try db.execute(sql: "DELETE FROM note")
        throw Stop()
      }
    }
    try program.catchUp()
    // Reading is neither a commit nor a rollback to GRDB.
    #expect(observer.commits == 1)
    #expect(observer.rollbacks == 1)
    #expect(program.shape == "Home[2 4] Work[2000 1 3]")
    try program.queue.write { db in
      try db.inSavepoint {
        try db.execute(sql: "UPDATE note SET done = 1 WHERE id = 1")
        return .rollback
      }
      try db.execute(sql: "DELETE FROM note WHERE id = 3")
    }
    try program.catchUp()
    #expect(program.shape == "Home[2 4] Work[2000 1]")
    #expect(observer.commits == 2)
  }

  @Test func `deletions by cached statements of GRDB are noticed`() throws {
    let queue = program.queue
    try queue.write { db in
      let deletion = try db.cachedStatement(sql: "DELETE FROM note")
      try db.inSavepoint {
        try deletion.execute()
        return .rollback
      }
    }
    try program.catchUp()
    #expect(program.shape == "Home[2 4] Work[1 3]")
    try queue.write { db in try db.cachedStatement(sql: "DELETE FROM note").execute() }
    try program.catchUp()
    #expect(program.shape == "")
  }

  @Test func `an observer of GRDB catches up after each commit`() throws {
    let follower = RecordingFollower(program.live)
    program.queue.add(transactionObserver: follower)
    try program.queue.write { db in
      try db.execute(sql: "UPDATE note SET done = 1 WHERE id = 2")
      try db.execute(sql: "DELETE FROM folder WHERE id = 2")
    }
    // The notes of Home have even numbers.
    #expect(program.shape == "Home[4]")
    #expect(follower.updates.count == 1)
    try program.queue.write { db in try db.execute(sql: "INSERT INTO log VALUES ('nothing')") }
    #expect(follower.updates.count == 1)
  }

  @Test func `notes that are opened and closed as the page shows can be written before and after`()
    throws
  {
    let queue = try DatabaseQueue()
    try queue.write { db in
      try db.execute(sql: "CREATE TABLE note (id INTEGER PRIMARY KEY, title TEXT, done BOOLEAN)")
    }
    let (live, follower) = try openNotes(queue)
    let write = "INSERT INTO note (title, done) VALUES ('Milk', FALSE)"
    try queue.write { db in try db.execute(sql: write) }
    #expect(live.snapshot["open"]?.rows.count == 1)
    try closeNotes(live, follower, of: queue)
    try queue.write { db in try db.execute(sql: write) }
    // An observer that is not removed ignores that the queries are closed.
    queue.add(transactionObserver: follower)
    try queue.write { db in try db.execute(sql: write) }
    #expect(live.snapshot["open"]?.rows.count == 1)
    try queue.close()
  }

  @Test func `random writes show what GRDB reads`() throws {
    var numbers = Numbers()
    for _ in 0..<200 {
      let id = Int64.random(in: 1...12, using: &numbers)
      let way = Int.random(in: 0..<5, using: &numbers)
      try? program.queue.write { db in
        switch way {
        case 0: _ = try Note.deleteOne(db, key: id)
        case 1: try Note(id: id, folder: 1 + id % 2, title: "t\(id)").save(db)
        case 2: try Note(id: id, folder: 1, title: "t\(id % 5)").insert(db, onConflict: .replace)
        case 3:
          try db.execute(sql: "UPDATE note SET done = 1 - done WHERE id % 3 = ?", arguments: [id])
        default:
          try db.execute(
            sql: "UPDATE OR REPLACE note SET title = 't1' WHERE id = ?",
            arguments: [id]
          )
        }
      }
      try program.catchUp()
      let ids = try program.queue.read { db in
        try Int64.fetchAll(
          db,
          sql: """
            SELECT note.id FROM note LEFT JOIN folder ON folder.id = folder
            WHERE NOT done ORDER BY folder.name, folder, title, note.id
            """
        )
      }
      let shown = program.live.snapshot["open"]?.rows.map { "\($0["id"] ?? .null)" }
      #expect(shown == ids.map(String.init))
    }
  }

  @Test func `a connection of GRDB can be closed after the queries are closed`() throws {
    #expect(throws: DatabaseError.self) { try program.queue.close() }
    try program.queue.inDatabase { db in try unsafe program.live.close(on: db.pointer) }
    try program.queue.write { db in try db.execute(sql: "DELETE FROM note") }
    try program.queue.close()
    #expect(program.shape == "Home[2 4] Work[1 3]")
  }
}
