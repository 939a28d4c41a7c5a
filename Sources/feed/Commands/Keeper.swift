import ArgumentParser
import Foundation

/// The process that the temporary files of a run belong to: it takes them away when the run has
/// ended, however it has ended.
struct Keeper: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "keeper",
    abstract: "Keeps the temporary files of a run.",
    shouldDisplay: false
  )

  @Argument(help: "The directory to make, and to remove when standard input ends.")
  var directory: String

  func run() throws {
    // A session of its own: what is sent to the run's processes together does not come here.
    setsid()
    HelperProcess.ignore([SIGINT, SIGTERM, SIGHUP, SIGQUIT])
    do {
      try FileManager.default.createDirectory(
        atPath: directory,
        withIntermediateDirectories: true
      )
    } catch {
      // The run says so, which gets no answer.
      throw Failure(.inputOutput, "")
    }
    defer { remove() }
    guard HelperProcess.answer("") else { return }
    while !FileHandle.standardInput.availableData.isEmpty {}
  }

  /// Removes the directory, also from under a process that is about to end.
  private func remove() {
    for _ in 0..<500 {
      try? FileManager.default.removeItem(atPath: directory)
      guard FileManager.default.fileExists(atPath: directory) else { return }
      usleep(10_000)
    }
  }
}
