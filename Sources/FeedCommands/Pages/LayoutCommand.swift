import ArgumentParser
import FeedLayout
import FeedModel
import FeedSnapshots
import Foundation

/// Prints the frames of a declared layout.
package struct LayoutCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "layout",
    abstract: "Solves a layout and prints its frames.",
    discussion: """
      A request is {"environment":{"containerSize":[w,h],"pixelScale":2},"itemCounts":[n,…],\
      "layout":{…},"requestedOffsets":{…}}; the answer has the size of the content and the frame of \
      every element. With --lines, each line of standard input is a request; one that cannot be \
      answered gets {"error":{"code":…,"message":…}}, and the exit code is then 65.

      Examples:
        feed layout home.json
        feed layout home.json --explain 0/3
        feed layout home.json --draw
        feed layout --lines < questions.jsonl
      """
  )

  @Argument(
    help: "The file of the request; standard input without it.",
    completion: .file(extensions: ["json"])
  )
  var file: String?

  @Flag(help: "Reads requests from standard input, one per line.")
  var lines = false

  @Option(
    help: ArgumentHelp(
      "Explains the frame of an item: its containers, spacings and roundings.",
      valueName: "section/item"
    )
  )
  var explain: ItemPlace?

  @Flag(help: "Draws the group of each declared section.")
  var draw = false

  /// An item, given by the positions of its section and of itself.
  struct ItemPlace: ExpressibleByArgument {
    let section: Int
    let item: Int

    init?(argument: String) {
      let parts = argument.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
      guard parts.count == 2, let section = parts[0], let item = parts[1], section >= 0, item >= 0
      else { return nil }
      (self.section, self.item) = (section, item)
    }
  }

  func validate() throws {
    if lines, file != nil || explain != nil || draw {
      throw ValidationError("--lines reads standard input and prints only frames.")
    }
    if draw, explain != nil { throw ValidationError("--draw and --explain do not go together.") }
  }

  func run() async throws {
    if lines { return try JSONLines.answer(answer) }
    let data = try JSONLines.contents(of: file)
    var output = OutputBuffer()
    do {
      try write(JSONDecoder().decode(LayoutRequest.self, from: data), to: &output)
    } catch let error where error is LayoutError || error is DecodingError {
      throw Failure(
        .badInput,
        lines: (file.map { "\($0.onOneLine): " } ?? "") + Self.error(error, in: data).description
      )
    }
    try output.flush()
  }

  private func write(_ request: LayoutRequest, to output: inout OutputBuffer) throws {
    if let explain {
      let counts = request.itemCounts
      guard counts.indices.contains(explain.section), explain.item < counts[explain.section] else {
        throw LayoutError(
          .badNumber,
          "there is no item \(explain.section)/\(explain.item)",
          hint: "positions count from 0; the sections have \(counts) items"
        )
      }
      let solved = try request.solved()
      try output.write(
        solved.explanation(ofItem: explain.item, inSection: explain.section) + "\n"
      )
    } else if draw {
      let solved = try request.solved()
      let drawings = request.layout.sections.indices.map { solved.drawing(ofDeclaration: $0) }
      try output.write(drawings.joined(separator: "\n") + "\n")
    } else {
      try output.write(json: JSONLines.encoder.encode(LayoutAnswer(request)))
      try output.write("\n")
    }
  }

  /// Returns the error of a request, with the place of its mistake if it is not JSON.
  private static func error(_ error: any Error, in data: Data) -> LayoutError {
    let error = LayoutError(decoding: error)
    guard error.code == .malformed,
      let problem = JSONPlaces.problem(in: String(decoding: data, as: UTF8.self))
    else { return error }
    let hint = problem.hasPrefix("is not") ? error.hint : "nest fewer groups in each other"
    return LayoutError(error.code, "this \(problem)", hint: hint, path: error.path)
  }

  private func answer(_ line: Data) throws -> (json: Data, isGood: Bool) {
    do {
      let request = try JSONDecoder().decode(LayoutRequest.self, from: line)
      return (try JSONLines.encoder.encode(try LayoutAnswer(request)), true)
    } catch {
      let failure = LayoutFailure(Self.error(error, in: line))
      return (try JSONLines.encoder.encode(failure), false)
    }
  }
}
