import ArgumentParser
import FeedEngine
import FeedModel
import Foundation

/// Writes rows.
package struct Put: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Writes rows: updates existing rows and inserts new ones.",
    discussion: """
      A row is a JSON object of its columns. Several rows are JSON Lines, from a file or from \
      standard input; they are written in one transaction. With --each, each row \
      is its own transaction and version, and the rows before an invalid one stay written. A new \
      row without a key gets the next key, and the values that the sections of the feed declare under \
      'insert'. Prints the objects and the version.

      Examples:
        feed put photos.yaml photo '{"title":"Low tide"}' --store photos.sqlite
        feed put photos.yaml photo '{"id":7,"year":1999}' --store photos.sqlite
        echo '{"note":"Rain"}' | feed put dates.yaml entry - --store dates.sqlite
        feed put photos.yaml photo rows.jsonl --store photos.sqlite
        feed put photos.yaml photo rows.jsonl --each --store photos.sqlite \\
            --trace text
      """
  )

  @Argument(help: "The feed file.", completion: .file(extensions: ["yaml", "yml"]))
  var feed: String

  @Argument(help: "The table.", completion: .feedTables)
  var table: String

  @Argument(
    help: ArgumentHelp(
      "The row as JSON, a file of rows, or - for standard input.",
      valueName: "row"
    ),
    completion: .file(extensions: ["jsonl", "json"])
  )
  var row: String

  @Flag(help: "Writes each row in its own transaction.")
  var each = false

  @OptionGroup var time: TimeOption
  @OptionGroup var options: ActingOptions

  func run() async throws {
    let input = try RowInput(row)
    try await options.run(feed, cause: "put \(table)") { engine, tell in
      let size = each ? 1 : input.rows.count
      for start in stride(from: 0, to: input.rows.count, by: size) {
        let rows = input.rows[start..<start + size]
        do {
          let outcome = try await engine.put(rows: rows.map(\.text), into: table, now: time.value)
          var result = ActingResult(update: outcome.update)
          if rows.count == 1 {
            result.object = outcome.ids.first
          } else {
            result.objects = outcome.ids
          }
          try tell(result)
        } catch let error as RowError {
          throw input.failure(error, of: rows)
        }
      }
    }
  }
}
