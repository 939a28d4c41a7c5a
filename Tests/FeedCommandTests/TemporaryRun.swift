import Foundation
import TestSupport

/// A run with its own temporary folder, whose files the test can list.
struct TemporaryRun {
  let process: Process
  private let directory: TemporaryDirectory
  private let errors = Pipe()

  init(_ arguments: [String]) throws {
    directory = try TemporaryDirectory()
    process = try FeedProgram.make(arguments, environment: ["TMPDIR": directory.path])
    process.standardOutput = FileHandle.nullDevice
    process.standardError = errors
    try process.start()
  }

  /// The files in the folder.
  var files: [String] {
    (try? FileManager.default.subpathsOfDirectory(atPath: directory.path)) ?? []
  }

  /// Waits until the run has created a file, or has ended.
  func waitForFile(endingIn suffix: String) {
    while process.isRunning, !files.contains(where: { $0.hasSuffix(suffix) }) { usleep(100) }
  }

  /// Waits until all processes of the run have ended and closed standard error.
  func waitForAll() throws {
    process.waitUntilExit()
    _ = try errors.fileHandleForReading.readToEnd()
  }
}
