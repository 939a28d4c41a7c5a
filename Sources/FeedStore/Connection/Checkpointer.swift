import CSQLite
import Dispatch
import Synchronization

/// Copies the write-ahead log of a store into its file concurrently with the writer.
///
/// So no commit waits for the disk. It has its own connection, whose passive checkpoints run while
/// other connections read and write (https://www.sqlite.org/c3ref/wal_checkpoint_v2.html). SQLite
/// restarts the log when a transaction finds that everything in it was copied to the file. So
/// another pass copies the pages written during a pass, after a pause that grows from 10 ms to a
/// second, until the writer has paused for as long as a pass takes.
final class Checkpointer: Sendable {
  private struct State {
    /// Whether there are pages left to copy.
    var isRunning = false
    /// Whether the file is being written to at this moment.
    var isCopying = false
    /// Whether the writer waits for the end of a pass, or has closed the store.
    var isToStop = false
    var passes = 0
  }

  /// The longest pause between two passes, in milliseconds.
  private static let longestPause = 1_000

  private let path: String
  private let queue = DispatchQueue(label: "feed.store.checkpoint")
  /// Guarded by the mutex.
  private let state = Mutex(State())
  /// The connection, once it was needed; the mutex is held during its use.
  private let database = Mutex<Database?>(nil)

  /// Creates a checkpointer for a file.
  init(path: String) { self.path = path }

  /// Whether a request is unfinished.
  var isRunning: Bool { state.withLock(\.isRunning) }

  /// Whether the file is being written to at this moment.
  var isCopying: Bool { state.withLock(\.isCopying) }

  /// The number of passes that have copied the log.
  var passes: Int { state.withLock(\.passes) }

  /// Starts to copy the log, unless a pass is running; returns immediately.
  func request() {
    let isNew = state.withLock { state in
      guard !state.isRunning, !state.isToStop else { return false }
      state.isRunning = true
      return true
    }
    if isNew { queue.async { self.run(pause: 10) } }
  }

  /// Waits for the end of a running pass, and runs a body before the next one.
  func stopped(_ body: () -> Void) {
    state.withLock { $0.isToStop = true }
    database.withLock { _ in body() }
    state.withLock { $0.isToStop = false }
  }

  /// Waits for the end of a running pass, and closes the connection permanently.
  func close() {
    state.withLock { $0.isToStop = true }
    database.withLock { $0 = nil }
  }

  /// Runs a pass, and schedules the next one for the pages written during it.
  ///
  /// - Parameter pause: The milliseconds until the next pass.
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

  /// Runs one pass.
  ///
  /// - Returns: The number of pages of the log that are not in the file yet, or `nil` if copying
  ///   failed: the next request tries again.
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
  /// Opens a file only to copy its log; closing it leaves the log in place.
  fileprivate convenience init(forCheckpointsOf path: String) throws {
    try self.init(path: path, mustExist: true)
    unsafe feed_sqlite3_leave_log(handle)
  }

  /// Copies the pages of the log that no reader needs to the file, without waiting.
  ///
  /// - Returns: The number of pages of the log that are not in the file yet, or `nil` on failure.
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
