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
      pair gets {"error":{"code":…,"message":…}}, and the exit code is then 65. The exit code is 0 for equal and for different \
      snapshots; with --exit-code it is 1 if they differ. The text also shows \
      what changed in each item: price: 2.35 → 2.4. Compare two traces of 'feed replay' with diff(1).

      Examples:
        feed diff monday.json tuesday.json
        feed diff monday.json tuesday.json --format text
        feed diff approved.json today.json --exit-code > /dev/null
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

  @Flag(help: "Ends with exit code 1 if the snapshots differ.")
  var exitCode = false

  @Option(help: "The format of the batch.")
  var format: DataFormat = .json

  private var profile: UpdateProfile { minimal ? .minimal : .safe }

  func validate() throws {
    if lines, old != nil { throw ValidationError("--lines reads standard input, not files.") }
    if lines, exitCode { throw ValidationError("--exit-code compares two snapshots, not --lines.") }
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
      let lines = updates.lines(from: before, to: after)
      for (position, line) in lines.enumerated() {
        try output.write(line.inert + "\n")
        for change in changes(of: updates.edit(at: position), before, after) {
          try output.write("  \(change.inert)\n")
        }
      }
    }
    try output.flush()
    if exitCode, !updates.isEmpty { throw Failure(.negative, "") }
  }

  /// Describes what an edit changes in the content of an item or in the title of a section.
  private func changes(
    of edit: BatchEdit,
    _ old: SnapshotFile.Composition,
    _ new: SnapshotFile.Composition
  ) -> [String] {
    switch edit {
    case .reloadItem(let path), .reconfigureItem(let path):
      let (id, content) = (new.item(at: path).id, new.item(at: path).content)
      return old.content(of: id)?.changes(to: content) ?? []
    case .reloadSection(let index):
      // A reload of a section includes its items.
      let id = new.sectionID(at: index)
      let (before, after) = (old.content(ofSection: id), new.content(ofSection: id))
      let titles = before == after ? [] : ["title: \(before ?? "") → \(after ?? "")"]
      return new.sections[index].items.reduce(into: titles) { lines, item in
        let changes = old.content(of: item.id)?.changes(to: item.content) ?? []
        lines += changes.map { "\(item.id): \($0)" }
      }
    default: return []
    }
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
