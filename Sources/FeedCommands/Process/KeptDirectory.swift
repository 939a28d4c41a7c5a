import Foundation

/// A directory for the temporary files of a run, which is removed when the process ends.
final class KeptDirectory {
  let url: URL
  private let keeper: Process
  private let input = Pipe()

  /// Creates the directory.
  ///
  /// - Throws: ``Failure`` if the directory cannot be created.
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
