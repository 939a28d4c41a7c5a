import ArgumentParser
import FeedDefinition
import FeedStore
import FeedStress
import Foundation

/// The second process of a stress run: writes each line that it reads, and answers it.
package struct StressWriter: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stress-writer",
    abstract: "Writes lines to the store of a stress run.",
    shouldDisplay: false
  )

  @Argument(help: "The feed file.")
  var feed: String

  @Argument(help: "The store.")
  var store: String

  @OptionGroup var trust: TrustOptions

  func run() async throws {
    // Control-C is for the run, which ends this process by closing its input.
    HelperProcess.ignore([SIGINT, SIGTERM])
    let file = try FeedFile.load(path: feed, allowing: trust.folders(for: feed))
    let outsider = try StressOutsider(
      store: store,
      schema: SchemaSource(file.feed),
      limits: trust.limits
    )
    while let line = readLine() {
      let answer = try outsider.write(line)
      // If no one reads the answers, the run has been killed.
      guard HelperProcess.answer("\(answer.after) \(answer.isApplied ? 1 : 0)") else { break }
    }
    try outsider.close()
  }
}
