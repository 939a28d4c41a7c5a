import FeedQueries
import FeedStore
import GRDB

/// Calls `catchUp` after each commit of the program.
final class Follower: TransactionObserver {
  private let live: LiveQueries

  init(live: LiveQueries) { self.live = live }

  func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool { false }
  func databaseDidChange(with event: DatabaseEvent) {}
  func databaseDidRollback(_ db: Database) {}

  func databaseDidCommit(_ db: Database) {
    guard let connection = db.sqliteConnection else { return }
    do {
      try live.catchUp(on: connection)
    } catch let error as StoreError where error.code == .closed {
      // The queries were closed without removing the observer.
    } catch {
      assertionFailure("live queries cannot read: \(error)")
    }
  }
}

/// Shares the connection of a `DatabaseQueue` or a `DatabasePool` that writes.
func openNotes(_ database: any DatabaseWriter) throws -> (live: LiveQueries, follower: Follower) {
  let open = LiveQuery(from: "note", filter: "NOT done", order: ["title"])
  let live = try database.writeWithoutTransaction { db in
    guard let connection = db.sqliteConnection else {
      throw DatabaseError(resultCode: .SQLITE_MISUSE)
    }
    return try LiveQueries(sharing: connection, queries: [.init("open", open)])
  }
  let follower = Follower(live: live)
  database.add(transactionObserver: follower, extent: .databaseLifetime)
  return (live, follower)
}

/// Removes the observer, which GRDB calls after each commit, and returns the connection.
func closeNotes(_ live: LiveQueries, _ follower: Follower, of database: any DatabaseWriter) throws {
  database.remove(transactionObserver: follower)
  try database.writeWithoutTransaction { db in
    guard let connection = db.sqliteConnection else { return }
    try live.close(on: connection)
  }
}
