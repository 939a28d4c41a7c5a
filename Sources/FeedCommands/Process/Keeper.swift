import ArgumentParser
import Foundation

/// A process that removes the temporary files of a run after the run has ended in any way.
package struct Keeper: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "keeper",
    abstract: "Keeps the temporary files of a run.",
    shouldDisplay: false
  )

  @Argument(help: "The directory to create, and to remove when standard input ends.")
  var directory: String

  func run() throws {
    // A new session does not receive the signals that are sent to the run's process group.
    setsid()
    HelperProcess.ignore([SIGINT, SIGTERM, SIGHUP, SIGQUIT])
    do {
      try FileManager.default.createDirectory(
        atPath: directory,
        withIntermediateDirectories: true
      )
    } catch {
      // The parent reports the missing answer.
      throw Failure(.inputOutput, "")
    }
    defer { remove() }
    guard HelperProcess.answer("") else { return }
    while !FileHandle.standardInput.availableData.isEmpty {}
  }

  /// Removes the directory, even if a process that is about to end still uses it.
  private func remove() {
    for _ in 0..<500 {
      try? FileManager.default.removeItem(atPath: directory)
      guard FileManager.default.fileExists(atPath: directory) else { return }
      usleep(10_000)
    }
  }
}
