import ArgumentParser
import Foundation

/// The process that a stress run's temporary files belong to: it takes them away when the run has
/// ended, however it has ended.
struct StressKeeper: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stress-keeper",
    abstract: "Keeps the temporary files of a stress run.",
    shouldDisplay: false
  )

  @Argument(help: "The directory to make, and to remove when standard input ends.")
  var directory: String

  func run() throws {
    // A session of its own: what is sent to the run's processes together does not come here.
    setsid()
    for number in [SIGINT, SIGTERM, SIGHUP, SIGQUIT] { signal(number, SIG_IGN) }
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
    try FileHandle.standardOutput.write(contentsOf: Data("\n".utf8))
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

/// A directory for the temporary files of a stress run, which is gone when the process is.
final class StressDirectory {
  let url: URL
  private let keeper = Process()
  private let input = Pipe()

  /// Makes the directory.
  ///
  /// - Throws: What keeps it from being made.
  init() throws {
    url = FileManager.default.temporaryDirectory
      .appending(path: "feed-stress-\(ProcessInfo.processInfo.processIdentifier)")
    let output = Pipe()
    keeper.executableURL = Bundle.main.executableURL
    keeper.arguments = ["stress-keeper", url.path]
    keeper.standardInput = input
    keeper.standardOutput = output
    try keeper.run()
    guard try output.fileHandleForReading.read(upToCount: 1)?.isEmpty == false else {
      throw Failure(
        .inputOutput,
        "unwritable",
        "'\(url.path)' cannot be made",
        hint: "name a directory that you may write to in TMPDIR"
      )
    }
  }

  /// Removes the directory.
  func remove() {
    try? input.fileHandleForWriting.close()
    keeper.waitUntilExit()
  }
}
