public import FeedQueries
public import GRDB

/// The app's database, and the open notes by folder, which are kept true by the rows that each commit touches.
public final class NoteBook: Sendable {
  /// The app's own database, which it reads and writes with GRDB as before.
  public let queue: DatabaseQueue
  /// The live queries over the connection of that queue.
  public let live: LiveQueries

  /// Creates live queries that share the connection of a queue.
  ///
  /// - Throws: The error in the tables that the query names.
  public init(_ queue: DatabaseQueue) throws {
    let open = LiveQuery(
      from: "note",
      filter: "NOT isDone",
      order: ["title"],
      group: Grouping(by: "folderId", order: ["folder.name"], title: "folder.name")
    )
    let live = try queue.inDatabase { db in
      try LiveQueries(sharing: db.connection, queries: [.init("open", open)])
    }
    queue.add(transactionObserver: Follower(live: live), extent: .databaseLifetime)
    self.queue = queue
    self.live = live
  }

  /// Gives the connection back; GRDB can close it then.
  public func close() throws {
    try queue.inDatabase { db in try live.close(on: db.connection) }
  }
}

/// Calls `catchUp` after each commit of the app.
private final class Follower: TransactionObserver {
  private let live: LiveQueries

  init(live: LiveQueries) { self.live = live }

  func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool { false }
  func databaseDidChange(with event: DatabaseEvent) {}
  func databaseDidRollback(_ db: Database) {}

  func databaseDidCommit(_ db: Database) {
    do { try live.catchUp(on: db.connection) } catch {
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
}
