import CSQLite
import Dispatch
import Synchronization

/// Copies the write-ahead log of a store back into its file beside the writer, so that no commit waits for the disk.
///
/// It has a connection of its own, whose passive checkpoints go on while others read and write
/// (https://www.sqlite.org/c3ref/wal_checkpoint_v2.html). SQLite begins the log anew when a transaction finds
/// nothing in it that is not in the file. So another pass copies what was written during one, after a pause
/// that grows from 10 ms to a second, until the writer has paused for as long as a pass takes.
final class Checkpointer: Sendable {
  private struct State {
    /// Whether there is something left to copy.
    var isRunning = false
    /// Whether the file is being written to at this moment.
    var isCopying = false
    /// Whether the writer waits for the end of a pass, or has closed the store.
    var isToStop = false
    var passes = 0
  }

  /// How many milliseconds there are between two passes at most.
  private static let longestPause = 1_000

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

  /// Whether what was asked for is not done yet.
  var isRunning: Bool { state.withLock(\.isRunning) }

  /// Whether the file is being written to at this moment.
  var isCopying: Bool { state.withLock(\.isCopying) }

  /// How often the log was copied back.
  var passes: Int { state.withLock(\.passes) }

  /// Begins to copy the log back, unless that is going on; returns at once.
  func request() {
    let isNew = state.withLock { state in
      guard !state.isRunning, !state.isToStop else { return false }
      state.isRunning = true
      return true
    }
    if isNew { queue.async { self.run(pause: 10) } }
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

  /// Copies what is there, and comes back for what was written meanwhile.
  ///
  /// - Parameter pause: How many milliseconds until then.
  private func run(pause: Int) {
    let rest = copy()
    let isDone = state.withLock { state in
      state.isRunning = !state.isToStop && rest ?? 0 > 0
      return !state.isRunning
    }
    if isDone { return }
    queue.asyncAfter(deadline: .now() + .milliseconds(pause)) { [weak self] in
      self?.run(pause: min(pause * 2, Self.longestPause))
    }
  }

  /// One pass.
  ///
  /// - Returns: How many pages of the log are not in the file yet, or `nil` if nothing could be copied: that is
  ///   tried again when the log has grown.
  private func copy() -> Int? {
    database.withLock { database in
      let isToStop = state.withLock { state in
        state.isCopying = !state.isToStop
        return state.isToStop
      }
      defer { state.withLock { $0.isCopying = false } }
      guard !isToStop, let open = try? database ?? Database(forCheckpointsOf: path) else {
        return nil
      }
      database = open
      let rest = open.checkpoint()
      if rest != nil { state.withLock { $0.passes += 1 } }
      return rest
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
