import Foundation

/// A directory for the temporary files of a run, which is gone when the process is.
final class KeptDirectory {
  let url: URL
  private let keeper: Process
  private let input = Pipe()

  /// Makes the directory.
  ///
  /// - Parameter name: What its name begins with.
  /// - Throws: What keeps it from being made.
  init(_ name: String) throws {
    url = FileManager.default.temporaryDirectory
      .appending(path: "\(name)-\(ProcessInfo.processInfo.processIdentifier)")
    let output = Pipe()
    keeper = HelperProcess.make(["keeper", url.path], input: input, output: output)
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
