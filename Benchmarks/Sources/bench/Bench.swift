// Measures: everything that the design promises a figure for, a part in a process each.
// Why: a figure that nobody can repeat with one command is no promise.
// Expected: every row of the table holds.
// Command: swift run -c release --package-path Benchmarks bench [part ...]
import ArgumentParser
import Foundation
import Measuring

@main
struct Bench: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Measures everything the design promises a figure for.",
    discussion: """
      Without parts it measures all of them, which takes about twenty minutes. The table goes to \
      standard output, progress to standard error. Figures are medians; each part runs in a process \
      of its own.

      Examples:
        bench --list
        bench pipeline snapshots
        bench queries --json Benchmarks/Results/figures.json
        bench queries --compare Benchmarks/Results/figures.json
        bench --from Benchmarks/Results/figures.json --svg Documentation/Pictures \\
          --document Documentation/Performance.md
      """
  )

  @Argument(help: "The parts or subjects to measure; all if none is given.")
  var parts: [String] = []

  @Flag(help: "Lists the parts and measures nothing.")
  var list = false

  @Option(help: "The runs of each measurement; at least seven for figures that are quoted.")
  var runs = 9

  @Flag(help: "A quick look: three runs and small sizes.")
  var quick = false

  @Option(help: "Writes the figures to a file; those that it has of other parts stay.")
  var json: String?

  @Option(help: "Draws charts into a directory.")
  var svg: String?

  @Option(help: "Brings the figures in a document up to date; may be given several times.")
  var document: [String] = []

  @Option(help: "Measures nothing, and takes the figures of a file.")
  var from: String?

  @Flag(
    help:
      "Writes the cases of 'incremental' as JSON Lines, for other engines, and measures nothing."
  )
  var exportCases = false

  @Option(help: "Shows beside the figures those of a file, and what moved by more than the spread.")
  var compare: String?

  @Flag(help: "Ends with 1 if a figure is not as it must be.")
  var strict = false

  @Option(help: .hidden)
  var portion: String?

  /// Away from the main thread, as a server would: hopping between threads costs more than a message.
  @concurrent
  func run() async throws {
    if list { return listParts() }
    if exportCases { return try IncrementalCase.export(events: 10_000) }
    if let portion { return try await measure(portion) }
    let earlier = try compare.map(Self.results)
    var results = try known()
    let failed = from == nil ? try measureAll(into: &results) : []
    results.order(by: Part.subjects)
    results = results.rounded
    print(results.text, terminator: "")
    if let earlier {
      print("\n" + ResultsComparison(from: earlier, to: results).text, terminator: "")
    }
    if let json { try results.json.write(to: URL(filePath: json), options: .atomic) }
    for document in document {
      let text = try String(contentsOfFile: document, encoding: .utf8)
      try results.updating(text).write(toFile: document, atomically: true, encoding: .utf8)
    }
    if let svg {
      try results.drawCharts(into: svg)
      progress("drew charts into \(svg)")
    }
    if !failed.isEmpty {
      progress("parts that failed:\n  " + failed.joined(separator: "\n  "))
      throw ExitCode(70)
    }
    if strict, !results.missed.isEmpty { throw ExitCode(1) }
  }

  private func listParts() {
    let width = Part.all.map(\.name.count).max() ?? 0
    for part in Part.all {
      print(part.name + String(repeating: " ", count: width - part.name.count + 2) + part.about)
    }
  }

  /// The figures that are known already.
  private func known() throws -> Results {
    if let from { return try Self.results(of: from) }
    guard let json, FileManager.default.fileExists(atPath: json) else { return Results() }
    return try Self.results(of: json)
  }

  private static func results(of file: String) throws -> Results {
    guard let data = FileManager.default.contents(atPath: file) else {
      throw ValidationError("there is no file '\(file)'; 'bench --json \(file)' writes one")
    }
    do { return try JSONDecoder().decode(Results.self, from: data) } catch {
      throw ValidationError("'\(file)' holds no figures that 'bench --json' has written")
    }
  }

  /// Measures what is asked for.
  ///
  /// - Returns: The parts that failed, with why; what the others have measured is kept.
  private func measureAll(into results: inout Results) throws -> [String] {
    var asked: [Part] = []
    for word in parts {
      let found = Part.named(word)
      guard !found.isEmpty else {
        throw ValidationError("there is no part '\(word)'; 'bench --list' names them")
      }
      asked += found
    }
    var failed: [String] = []
    for part in parts.isEmpty ? Part.all : asked {
      progress("\(part.name): \(part.about)")
      do {
        let (portion, circumstances) = try PartProcess(part, runs: runs, isQuick: quick).run()
        results.take(portion)
        results.parts[part.name] = circumstances
      } catch {
        failed.append("\(part.name): \(error)")
        progress("  FAILED: \(error)")
      }
    }
    return failed
  }

  /// Measures one part in this process, and hands its figures to the one that has started it.
  private func measure(_ name: String) async throws {
    guard let part = (Part.all + profileParts).first(where: { $0.name == name }) else {
      throw ExitCode(64)
    }
    var options = Sheet.Options()
    options.runs = quick ? 3 : runs
    options.isQuick = quick
    var sheet = Sheet(subject: part.subject, options: options)
    try await part.run(&sheet)
    try FileHandle.standardOutput.write(contentsOf: JSONEncoder().encode(Results.Portion(sheet)))
  }
}
