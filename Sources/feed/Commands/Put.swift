import ArgumentParser
import FeedEngine
import FeedModel
import Foundation

/// Writes a row.
struct Put: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Writes a row: changes it if it is there, inserts it if not.",
    discussion: """
      The row is a JSON object of its columns; - reads it from standard input. A new row without a \
      key gets the next one, and what the sections of the feed declare under 'insert'. Prints the \
      object and the version.

      Examples:
        feed put photos.yaml photo '{"title":"Low tide"}' --store photos.sqlite
        feed put photos.yaml photo '{"id":7,"year":1999}' --store photos.sqlite
        echo '{"note":"Rain"}' | feed put dates.yaml entry - --store dates.sqlite
      """
  )

  @Argument(help: "The feed file.", completion: .file(extensions: ["yaml", "yml"]))
  var feed: String

  @Argument(help: "The table.")
  var table: String

  @Argument(help: "The row as JSON, or - for standard input.")
  var row: String

  @OptionGroup var time: TimeOption
  @OptionGroup var options: ActingOptions

  func run() async throws {
    var json = row
    if row == "-" {
      guard let text = String(validating: try JSONLines.contents(of: "-"), as: UTF8.self) else {
        throw Failure.badInput("malformed-row", "standard input is not UTF-8")
      }
      json = text
    }
    try await options.run(feed, cause: "put \(table)") { engine in
      let outcome = try await engine.put(json: json, into: table, now: time.value)
      return ActingResult(object: outcome.id, update: outcome.update)
    }
  }
}
