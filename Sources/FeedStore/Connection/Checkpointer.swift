import CSQLite
import Dispatch
import Synchronization

/// Copies the write-ahead log of a store back into its file beside the writer, so that no commit waits for the disk.
///
/// It has a connection of its own, whose passive checkpoints go on while others read and write
/// (https://www.sqlite.org/c3ref/wal_checkpoint_v2.html). What is written meanwhile another pass copies at
/// once, so that the writer soon finds nothing in the log that is not in the file, and begins it anew.
final class Checkpointer: Sendable {
  private struct State {
    var isRunning = false
    /// Whether the writer waits for the end of a pass, or has closed the store.
    var isToStop = false
    var passes = 0
  }

  /// How often in a row the log is copied back, each time what was written meanwhile.
  private static let mostPasses = 4

  private let path: String
  private let queue = DispatchQueue(label: "feed.store.checkpoint")
  /// Guarded by the mutex.
  private let state = Mutex(State())
  /// The connection, once it was needed; the mutex is held while it is used.
  private let database = Mutex<Database?>(nil)

  /// Prepares to copy the log of a file.
  ///
  /// - Parameter path: The store's file.
  init(path: String) { self.path = path }

  /// Whether the file is being written to.
  var isRunning: Bool { state.withLock(\.isRunning) }

  /// How often the log was copied back.
  var passes: Int { state.withLock(\.passes) }

  /// Begins to copy the log back, unless that is going on; returns at once.
  func request() {
    let isNew = state.withLock { state in
      guard !state.isRunning, !state.isToStop else { return false }
      state.isRunning = true
      return true
    }
    if isNew { queue.async { self.run() } }
  }

  /// Waits for the end of a pass that goes on, and runs a body while there is none.
  ///
  /// - Parameter body: Copies the log back by itself.
  func stopped(_ body: () -> Void) {
    state.withLock { $0.isToStop = true }
    database.withLock { _ in body() }
    state.withLock { $0.isToStop = false }
  }

  /// Waits for the end of a pass that goes on, and closes the connection for good.
  func close() {
    state.withLock { $0.isToStop = true }
    database.withLock { $0 = nil }
  }

  private func run() {
    defer { state.withLock { $0.isRunning = false } }
    database.withLock { database in
      for _ in 0..<Self.mostPasses {
        guard !state.withLock(\.isToStop) else { return }
        // Whoever cannot be opened now is tried again when the log has grown.
        guard let open = try? database ?? Database(forCheckpointsOf: path) else { return }
        database = open
        guard let rest = open.checkpoint() else { return }
        state.withLock { $0.passes += 1 }
        if rest == 0 { return }
      }
    }
  }
}

extension Database {
  /// Opens a file of which only the log is copied back, and which is left as it is when it is closed.
  fileprivate convenience init(forCheckpointsOf path: String) throws {
    try self.init(path: path, mustExist: true)
    unsafe feed_sqlite3_leave_log(handle)
  }

  /// Copies the log back into the file, as far as nobody reads what is there, without waiting.
  ///
  /// - Returns: How many pages of the log are not in the file yet, or `nil` if it could not be copied.
  fileprivate func checkpoint() -> Int? {
    var (pages, copied): (Int32, Int32) = (0, 0)
    let code = unsafe sqlite3_wal_checkpoint_v2(
      handle,
      "main",
      SQLITE_CHECKPOINT_PASSIVE,
      &pages,
      &copied
    )
    return code == SQLITE_OK ? Int(pages - copied) : nil
  }
}
