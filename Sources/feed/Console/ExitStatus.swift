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
  /// What the system was to write or read for us failed, as on a full disk.
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
  var message: String

  init(_ status: ExitStatus, _ message: String) {
    self.status = status
    self.message = message
  }

  /// Bad input that the command line itself finds: `error[code]: what`, and a hint.
  static func badInput(_ code: String, _ what: String, hint: String? = nil) -> Failure {
    Failure(.badInput, "error[\(code)]: \(what)" + (hint.map { "\n  hint: \($0)" } ?? ""))
  }
}

/// Ends the process.
func endProcess(with status: ExitStatus) -> Never { exit(status.rawValue) }

/// Lets a write to a closed pipe fail instead of killing the process.
func ignoreBrokenPipes() { signal(SIGPIPE, SIG_IGN) }
