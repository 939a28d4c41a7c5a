public import FeedQueries
import FeedStore
public import GRDB

/// The app's database, with its open notes by folder and those of one folder, which follow each commit.
public final class NoteBook: Sendable {
  /// The app's own database, a queue or a pool, which it reads and writes with GRDB as before.
  public let database: any DatabaseWriter
  /// The live queries over the connection that writes.
  public let live: LiveQueries
  private let follower: Follower

  /// Creates live queries that share the writing connection of a `DatabaseQueue` or a `DatabasePool`.
  ///
  /// - Parameter favourite: The name of the folder whose open notes are listed separately.
  /// - Throws: The error in the tables that the queries name.
  public init(_ database: any DatabaseWriter, favourite: String) throws {
    let open = LiveQuery(
      from: "note",
      filter: "NOT isDone",
      order: ["title"],
      group: Grouping(by: "folderId", order: ["folder.name"], title: "folder.name")
    )
    let live = try database.writeWithoutTransaction { db in
      let name = try db.literal(favourite)
      let favourites = LiveQuery(
        from: "note",
        filter: "NOT isDone AND folder.name = \(name)",
        order: ["title"]
      )
      return try LiveQueries(
        sharing: db.connection,
        queries: [.init("open", open), .init("favourites", favourites)]
      )
    }
    let follower = Follower(live: live)
    database.add(transactionObserver: follower, extent: .databaseLifetime)
    self.database = database
    self.live = live
    self.follower = follower
  }

  /// Shows the commits of other connections to the database's file, until the task is cancelled.
  ///
  /// - Throws: `CancellationError`, or the reason why the queries cannot be read: they are closed.
  public func followOthers() async throws {
    for await _ in Store.Location.file(database.path).externalChangeHints() {
      _ = try await database.writeWithoutTransaction { [live] db in
        try live.catchUp(on: db.connection)
      }
    }
  }

  /// Gives the connection back; GRDB can close it then.
  public func close() throws {
    database.remove(transactionObserver: follower)
    try database.writeWithoutTransaction { db in try live.close(on: db.connection) }
  }
}

/// Calls `catchUp` after each commit of the app.
private final class Follower: TransactionObserver, Sendable {
  private let live: LiveQueries

  init(live: LiveQueries) { self.live = live }

  func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool { false }
  func databaseDidChange(with event: DatabaseEvent) {}
  func databaseDidRollback(_ db: Database) {}

  func databaseDidCommit(_ db: Database) {
    do {
      try live.catchUp(on: db.connection)
    } catch let error as StoreError where error.code == .closed {
      // The queries were closed without removing the observer.
    } catch {
      assertionFailure("live queries cannot read: \(error)")
    }
  }
}

extension Database {
  /// SQLite's own connection, which GRDB lends as long as its database is accessed.
  fileprivate var connection: OpaquePointer {
    get throws {
      guard let connection = sqliteConnection else {
        throw DatabaseError(resultCode: .SQLITE_MISUSE)
      }
      return connection
    }
  }

  /// Returns a value as a literal of SQL, with its quotes doubled.
  fileprivate func literal(_ value: String) throws -> String {
    try String.fetchOne(self, sql: "SELECT quote(?)", arguments: [value]) ?? "NULL"
  }
}
