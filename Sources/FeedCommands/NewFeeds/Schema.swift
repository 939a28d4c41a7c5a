import ArgumentParser
import FeedDefinition

/// Prints the JSON Schema of feed files.
package struct Schema: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Prints the JSON Schema of feed files.",
    discussion: """
      Editors complete and check a feed file by it if the file's first line names it:
      # yaml-language-server: $schema=feed.schema.json

      Examples:
        feed schema > feed.schema.json
      """
  )

  func run() throws {
    var output = OutputBuffer()
    try output.write(FeedSchema.text)
    try output.flush()
  }
}
