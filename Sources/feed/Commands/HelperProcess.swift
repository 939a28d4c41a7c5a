import Foundation

/// A process of this very program that serves another one of it, until its standard input ends.
enum HelperProcess {
  /// Prepares a process.
  ///
  /// - Parameters:
  ///   - arguments: The hidden command and what it is given.
  ///   - input: What the process reads; it ends when this is closed, also by the end of ours.
  ///   - output: Where its answers come.
  /// - Returns: The process, not started yet.
  static func make(_ arguments: [String], input: Pipe, output: Pipe) -> Process {
    let process = Process()
    process.executableURL = Bundle.main.executableURL
    process.arguments = arguments
    process.standardInput = input
    process.standardOutput = output
    return process
  }

  /// Ignores signals that are meant for the process that is served, whose end ends this one too.
  static func ignore(_ signals: [Int32]) { for number in signals { signal(number, SIG_IGN) } }

  /// Writes an answer.
  ///
  /// - Returns: Whether somebody is there to read it.
  static func answer(_ text: String) -> Bool {
    (try? FileHandle.standardOutput.write(contentsOf: Data((text + "\n").utf8))) != nil
  }
}
