import CSQLite

@testable import FeedStore

/// A commit hook that vetoes commits, set by the program that shares the connection.
enum CommitVeto {
  /// Makes every commit of a store fail while a body runs.
  static func whileSet<Result>(
    on writer: Writer,
    _ body: () throws -> Result
  ) rethrows -> Result {
    unsafe sqlite3_commit_hook(writer.connection.handle, { _ in 1 }, nil)
    defer { unsafe sqlite3_commit_hook(writer.connection.handle, nil, nil) }
    return try body()
  }
}
