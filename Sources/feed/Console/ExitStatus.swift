import FeedSnapshots
import Foundation

/// How a run ended, as the shell sees it.
enum ExitStatus: Int32 {
  case success = 0
  /// The answer is no: the check failed, or two things differ.
  case negative = 1
  case usage = 64
  case badInput = 65
  /// A fault of ours.
  case fault = 70
  /// What the system was to write or read for us failed, as on a full disk, or the store is lost.
  case inputOutput = 74
  /// Stopped by the user with Control-C.
  case interrupted = 130
  /// Stopped by the user with Control-backslash.
  case quit = 131
  /// Asked to end by the system.
  case terminated = 143
}

/// What ends a command early, in words for the user.
struct Failure: Error {
  var status: ExitStatus
  /// Lines of our own making, in which nothing that is quoted begins one; empty if all is said.
  var message: String

  /// Ends a command with one line, or none.
  init(_ status: ExitStatus, _ message: String) { self.init(status, lines: message.onOneLine) }

  /// Ends a command with the lines of what went wrong.
  init(_ status: ExitStatus, lines: String) {
    self.status = status
    message = lines
  }

  /// Ends a command with `place: error[code]: what`, and a hint.
  init(
    _ status: ExitStatus,
    _ code: String,
    _ what: String,
    hint: String? = nil,
    at place: String? = nil
  ) {
    self.init(status, lines: String(error: code, what, hint: hint, at: place))
  }

  /// Bad input that the command line itself finds: `error[code]: what`, and a hint.
  static func badInput(_ code: String, _ what: String, hint: String? = nil) -> Failure {
    Failure(.badInput, code, what, hint: hint)
  }
}

/// Ends the process.
func endProcess(with status: ExitStatus) -> Never { exit(status.rawValue) }

/// Lets a write to a closed pipe fail instead of killing the process.
func ignoreBrokenPipes() { signal(SIGPIPE, SIG_IGN) }
