import FeedSnapshots
import Foundation

/// The limits of a check, which end the process: a single call of a function cannot be interrupted.
///
/// A check writes nothing, so that its process can end at any time.
enum CheckBudget {
  /// The maximum number of bytes that the process holds.
  private static let memory = 2 << 30

  /// Starts to watch the process.
  ///
  /// - Parameter seconds: The processor time that the check may take; `nil` for no limit.
  static func watch(_ path: String, seconds: Double?) {
    Thread.detachNewThread {
      while true {
        if let seconds, processorTime > seconds {
          end(
            path,
            "the check takes more than \(seconds.formatted()) s of processor time",
            hint: "make its SQL and its documents smaller, or allow more with --statement-timeout"
          )
        }
        if let resident = MemoryWatch.own, resident > memory {
          end(
            path,
            "the check takes more than \(memory >> 30) GiB of memory",
            hint: "make the values of its SQL and its documents smaller"
          )
        }
        usleep(20_000)
      }
    }
  }

  /// The processor time used by the process, in seconds.
  private static var processorTime: Double {
    Double(clock()) / Double(CLOCKS_PER_SEC)
  }

  private static func end(_ path: String, _ what: String, hint: String) -> Never {
    Console.error(lines: String(error: "costly-check", what, hint: hint, at: path))
    // Not `exit`, which would wait for a lock that the working thread holds.
    _exit(ExitStatus.negative.rawValue)
  }
}
