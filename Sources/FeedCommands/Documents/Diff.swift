import ArgumentParser
import FeedFormatting
import FeedModel
import FeedRendering
import FeedSnapshots
import Foundation

/// Prints the batch between two snapshots.
package struct Diff: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Prints the batch of updates between two snapshots.",
    discussion: """
      A snapshot is the output of 'feed render --format json', or in short \
      {"sections":[{"id":"a","items":["1","2"]}]}. With --lines, each line of standard input is a \
      pair, {"old":{…},"new":{…},"reload":["1"],"reconfigure":["2"]}, and each answer is one line. An invalid \
      pair gets {"error":{"code":…,"message":…}}, and the exit code is then 65.

      Examples:
        feed diff monday.json tuesday.json
        feed diff monday.json tuesday.json --format text
        feed diff --lines --minimal < pairs.jsonl
      """
  )

  @Argument(help: "The snapshot to start with.", completion: .file(extensions: ["json"]))
  var old: String?

  @Argument(help: "The snapshot to end with.", completion: .file(extensions: ["json"]))
  var new: String?

  @Flag(help: "Reads pairs of snapshots from standard input, one a line.")
  var lines = false

  @Flag(help: "Emits the fewest moves, even of items inside sections that move.")
  var minimal = false

  @Option(help: "The format of the batch.")
  var format: DataFormat = .json

  private var profile: UpdateProfile { minimal ? .minimal : .safe }

  func validate() throws {
    if lines, old != nil { throw ValidationError("--lines reads standard input, not files.") }
    if lines, format == .text { throw ValidationError("--lines answers in JSON only.") }
    if !lines, new == nil { throw ValidationError("Name two snapshots, or use --lines.") }
  }

  func run() async throws {
    guard let old, let new else {
      let decoder = JSONDecoder()
      return try JSONLines.answer { line in
        guard let pair = try? decoder.decode(DiffLine.self, from: line) else {
          return answer(
            .error(
              code: "malformed-line",
              message: JSONPlaces.problem(in: String(decoding: line, as: UTF8.self))
                .map { "the line \($0)" }
                ?? "the line is not a pair of snapshots: {\"old\":{…},\"new\":{…}}"
            )
          )
        }
        return answer(pair.answer(profile: profile))
      }
    }
    let before = try SnapshotFile.read(old)
    let after = try SnapshotFile.read(new)
    let updates = before.updates(to: after, profile: profile)
    var output = OutputBuffer()
    switch format {
    case .json:
      try output.write(json: answer(.updates(updates)).json)
      try output.write("\n")
    case .text:
      for line in updates.lines(from: before, to: after) { try output.write(line.inert + "\n") }
    }
    try output.flush()
  }

  private func answer(_ answer: DiffAnswer) -> (json: Data, isGood: Bool) {
    var json = JSONWriter()
    switch answer {
    case .updates(let updates):
      json.updates(updates)
      return (Data(json.bytes), true)
    case .error(let code, let message):
      json.error(code: code, message: message)
      return (Data(json.bytes), false)
    }
  }
}
