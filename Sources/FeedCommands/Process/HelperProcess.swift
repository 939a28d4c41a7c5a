import Foundation

/// A child process that runs this program and ends with its standard input.
enum HelperProcess {
  /// Prepares a process.
  ///
  /// - Parameter input: The standard input of the process, which ends when this pipe is closed.
  static func make(_ arguments: [String], input: Pipe, output: Pipe) -> Process {
    let process = Process()
    process.executableURL = Bundle.main.executableURL
    process.arguments = arguments
    process.standardInput = input
    process.standardOutput = output
    return process
  }

  /// Ignores signals that are meant for the parent process, whose end also ends this one.
  static func ignore(_ signals: [Int32]) { for number in signals { signal(number, SIG_IGN) } }

  /// Writes an answer.
  ///
  /// - Returns: Whether the parent still reads the answers.
  static func answer(_ text: String) -> Bool {
    (try? FileHandle.standardOutput.write(contentsOf: Data((text + "\n").utf8))) != nil
  }
}
