import CSQLiteSession

@testable import FeedStore

/// What stands in the way of commits: a hook of whoever shares the connection.
enum CommitVeto {
  /// Has every commit of a store fail while a body runs.
  static func whileSet<Result>(
    on writer: Writer,
    _ body: () throws -> Result
  ) rethrows -> Result {
    unsafe sqlite3_commit_hook(writer.connection.handle, { _ in 1 }, nil)
    defer { unsafe sqlite3_commit_hook(writer.connection.handle, nil, nil) }
    return try body()
  }
}
