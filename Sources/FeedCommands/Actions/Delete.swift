import ArgumentParser
import FeedEngine

/// Deletes a row.
package struct Delete: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Deletes a row.",
    discussion: """
      The row is named by its table and its key; the feed need not show it.

      Examples:
        feed delete photos.yaml photo/7 --store photos.sqlite
        feed delete photos.yaml photo/7 --store photos.sqlite --trace json
      """
  )

  @Argument(help: "The feed file.", completion: .file(extensions: ["yaml", "yml"]))
  var feed: String

  @Argument(help: "The row: its table, a slash, and its key.", completion: .feedObjects)
  var object: String

  @OptionGroup var options: ActingOptions

  func run() async throws {
    try await options.run(feed, cause: "delete \(object)") { engine in
      let object = try await engine.object(named: object)
      return ActingResult(update: try await engine.delete(object))
    }
  }
}
