import ArgumentParser
import FeedDefinition
import FeedEngine
import FeedRendering
import FeedReplay
import FeedStore
import Foundation

/// Hammers a feed with random load until it would break.
struct Stress: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Hammers a feed with random load; every batch is refereed.",
    discussion: """
      Random lines that keep the schema, changes of documents and commits of another connection \
      meet readers of all paces: one waits for every version, one sleeps for seconds, others come \
      and go. Every batch is performed by a strict model of a list view, and the feed is compared \
      with one that is composed anew, again and again. At the first fault the run ends, says the \
      seed and writes the lines that led there as a fixture.

      Exit codes: 0 no fault, 1 a fault, 65 bad input.

      Examples:
        feed stress layouts/sportsbook.yaml
        feed stress layouts/sportsbook.yaml --for 10m --readers 10 --rate 500 --seed 7
        feed stress exchange.yaml cricket.jsonl --adapter betfair --format json
      """
  )

  @Argument(help: "The feed file.", completion: .file(extensions: ["yaml", "yml"]))
  var feed: String

  @OptionGroup var inputs: ReplayInputs

  @Option(
    name: .customLong("for"),
    help: ArgumentHelp("How long: 20s, 10m, 500ms.", valueName: "time"),
    transform: Stress.duration
  )
  var duration: Duration = .seconds(20)

  @Option(help: ArgumentHelp("The commits in a second; as many as can be by default."))
  var rate: Double = 0

  @Option(help: "The readers that stay to the end.")
  var readers: Int = 4

  @Option(help: "Any number that is not negative; equal seeds make equal lines.")
  var seed: UInt64 = 1

  @Option(help: "How the report is written.")
  var format: DataFormat = .text

  func validate() throws {
    guard rate >= 0, rate.isFinite else { throw ValidationError("--rate must not be negative.") }
    guard (0...1_000).contains(readers) else {
      throw ValidationError("--readers is a number from 0 to 1000.")
    }
  }

  func run() async throws {
    let file = try FeedFile.open(feed)
    let directory = FileManager.default.temporaryDirectory
      .appending(path: "feed-stress-\(ProcessInfo.processInfo.processIdentifier)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    let store = directory.appending(path: "stress.sqlite").path
    try await prepare(store, file)
    // In a file, since the lines of ten minutes would not leave the memory as it was.
    let lines = directory.appending(path: "history.jsonl")
    try Data().write(to: lines)
    let history = try FileHandle(forWritingTo: lines)
    var memory = MemoryWatch()
    var progress = ProgressBar()
    let interruption = Interruption()
    var run = try await StressRun(
      feed: file.feed,
      store: store,
      options: StressOptions(duration: duration, rate: rate, readers: readers, seed: seed),
      record: { try? history.write(contentsOf: Data(($0 + "\n").utf8)) }
    )
    try await run.run(until: { interruption.isRequested }) { report in
      let fraction = report.elapsed / duration
      if fraction > 0.2 { memory.warmedUp() }
      progress.update(fraction, "\(report.commits) commits, \(report.faults.count) faults")
    }
    progress.clear()
    try print(run.report, memory)
    guard !run.report.faults.isEmpty else { return }
    try fail(run.report, lines)
  }

  /// Opens the store once as the run will, and plays what is to be there before.
  private func prepare(_ store: String, _ file: FeedFile) async throws {
    let engine = try file.engine(store: store)
    let lines = try await FixtureMerge(
      inputs.recordings(for: file.feed),
      alignment: Alignment(inputs.align),
      isMarked: { try await engine.isMarked($0, as: $2, adapter: $1.adapter ?? "") }
    )
    while let line = try lines.next() {
      switch line {
      case .entry(let entry): _ = try await engine.play(entry)
      case .fault(let fault): throw fault
      }
    }
    try await engine.close()
  }

  private func print(_ report: StressReport, _ memory: MemoryWatch) throws {
    var output = OutputBuffer()
    switch format {
    case .text: try output.write(report.text(memory, seed: seed))
    case .json:
      var json = JSONWriter()
      json.report(report, memory, seed: seed)
      json.endLine()
      try output.write(json.bytes)
    }
    try output.flush()
  }

  private func fail(_ report: StressReport, _ lines: URL) throws {
    let name = "stress-\(seed).jsonl"
    try Data(contentsOf: lines).write(to: URL(filePath: name))
    let faults = report.faults.map { "\(name):\($0.line): error[stress]: \($0.what)" }
    throw Failure(
      .negative,
      faults.joined(separator: "\n")
        + "\n  hint: feed replay \(feed) \(name) --verify repeats it; the seed is \(seed)"
    )
  }

  private static func duration(_ text: String) throws -> Duration {
    let units: [(String, Double)] = [("ms", 0.001), ("s", 1), ("m", 60), ("h", 3_600)]
    for (unit, seconds) in units where text.hasSuffix(unit) {
      guard let number = Double(text.dropLast(unit.count)), number > 0, number <= 1e6 else { break }
      return .seconds(number * seconds)
    }
    throw ValidationError("'\(text)' is no time; for example 20s, 10m or 500ms.")
  }
}
