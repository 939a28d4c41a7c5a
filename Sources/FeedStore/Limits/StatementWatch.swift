import CSQLite
import Dispatch

/// Ends a statement that runs for too long, or while the store is interrupted.
///
/// SQLite calls it every few microseconds of a long statement, and hardly ever in a short one: the
/// first call of a run only notes the time, so that a short statement is never cut off.
///
/// Belongs to a connection, which guards every mutable property.
final class StatementWatch {
  /// How many of SQLite's instructions lie between two calls.
  ///
  /// An instruction can work on a text of the longest kind, so that there are not too many.
  private static let instructions: Int32 = 250

  /// When the statement that runs was first seen; zero before that.
  ///
  /// A statement keeps it between two steps, and so needs no clock of its own.
  var start: UInt64 = 0
  /// Whether the time of the statement that runs is limited.
  var isTimed = false
  /// Whether the last statement was ended because its time was up.
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

  /// What the watch has ended a statement for, in words.
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
