import CSQLite
import Dispatch

/// Ends a statement that runs for too long, or while the store is interrupted.
///
/// SQLite calls it every few microseconds of a long statement, and hardly ever in a short one. The
/// first call of a run only records the time, so that a short statement is never ended.
///
/// Belongs to a connection, which guards every mutable property.
final class StatementWatch {
  /// The number of SQLite's instructions between two calls.
  ///
  /// The number is small, since one instruction can process a text of the maximum size.
  private static let instructions: Int32 = 250

  /// The time at which the current statement was first seen; zero before that.
  ///
  /// A statement keeps it between two steps, so that it does not need its own clock.
  var start: UInt64 = 0
  /// Whether the run time of the current statement is limited.
  var isTimed = false
  /// Whether the last statement was ended because of its timeout.
  private(set) var isTimedOut = false
  private let timeout: Duration?
  private let limit: UInt64
  private let flag: InterruptFlag

  init(timeout: Duration?, flag: InterruptFlag) {
    self.timeout = timeout
    self.flag = flag
    limit = timeout.map { UInt64(clamping: Int64($0 / .nanoseconds(1))) } ?? .max
  }

  func install(on handle: OpaquePointer) {
    unsafe sqlite3_progress_handler(
      handle,
      Self.instructions,
      { context in
        guard let context = unsafe context else { return 0 }
        return unsafe Unmanaged<StatementWatch>.fromOpaque(context)
          ._withUnsafeGuaranteedRef { $0.isToEnd() ? 1 : 0 }
      },
      Unmanaged.passUnretained(self).toOpaque()
    )
  }

  /// The reason why the watch has ended a statement, in words.
  var reason: String {
    guard isTimedOut, let timeout else { return "the statement was interrupted" }
    let seconds = timeout / .seconds(1)
    let text = Int(exactly: seconds).map(String.init) ?? "\(seconds)"
    return "the statement ran for more than \(text) s"
  }

  private func isToEnd() -> Bool {
    let now = DispatchTime.now().uptimeNanoseconds
    guard start != 0 else {
      start = now
      return false
    }
    isTimedOut = isTimed && now - start > limit
    return isTimedOut || flag.isRaised
  }
}
