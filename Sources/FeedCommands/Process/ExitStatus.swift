import FeedSnapshots
import Foundation

/// The exit status of a run.
package enum ExitStatus: Int32 {
  case success = 0
  /// The result is negative: the check failed, or two things differ.
  case negative = 1
  case usage = 64
  case badInput = 65
  /// An internal error.
  case fault = 70
  /// A read or write failed in the system, for example on a full disk, or the store is lost.
  case inputOutput = 74
  /// Stopped by the user with Control-C.
  case interrupted = 130
  /// Stopped by the user with Control-backslash.
  case quit = 131
  /// Terminated by the system.
  case terminated = 143
}

/// The reason why a command ends early, in words for the user.
package struct Failure: Error, CustomStringConvertible {
  package var status: ExitStatus
  /// Lines in which quoted text never begins a line; empty if everything is already printed.
  package var message: String
  package var description: String { message }

  /// Ends a command with at most one line.
  package init(_ status: ExitStatus, _ message: String) {
    self.init(status, lines: message.onOneLine)
  }

  /// Ends a command with the lines of an error.
  package init(_ status: ExitStatus, lines: String) {
    self.status = status
    message = lines
  }

  /// Ends a command with `place: error[code]: what`, and a hint.
  package init(
    _ status: ExitStatus,
    _ code: String,
    _ what: String,
    hint: String? = nil,
    at place: String? = nil
  ) {
    self.init(status, lines: String(error: code, what, hint: hint, at: place))
  }

  /// Reports bad input found by the command line: `error[code]: what`, and a hint.
  package static func badInput(_ code: String, _ what: String, hint: String? = nil) -> Failure {
    Failure(.badInput, code, what, hint: hint)
  }
}

/// Ends the process.
package func endProcess(with status: ExitStatus) -> Never { exit(status.rawValue) }

/// Makes a write to a closed pipe fail instead of killing the process.
package func ignoreBrokenPipes() { signal(SIGPIPE, SIG_IGN) }
