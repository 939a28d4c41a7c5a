import ArgumentParser
import FeedDefinition
import FeedEngine
import FeedModel
import FeedRendering
import FeedReplay
import FeedStore
import FeedStress
import Foundation

/// Runs a feed under random load until it fails a check.
package struct Stress: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Runs a feed under random load and checks every batch.",
    discussion: """
      Random lines that satisfy the schema, actions, toggled flags, changes of documents and \
      commits of another process meet readers of all paces: one waits for every version, one sleeps \
      for seconds, others disconnect and reconnect. A strict model of a list view performs every batch, \
      and at random moments the feed is compared with a newly composed one. At the first fault \
      the run ends, prints the seed, writes the preceding lines as a fixture, and checks whether \
      it reproduces the fault.

      With --profile the load is the stream of an exchange at its own rate, for the adapter \
      'betfair' of layouts/exchange.yaml, and all readers but one wait for every version. Use it \
      to measure latencies: the strict model is slower than the feed itself, so it gets half a processor, \
      or a tenth with 'stress', and performs as many batches as it can; the report states how many.

      Exit codes: 0 no fault, 1 a fault, 65 bad input.

      Examples:
        feed stress layouts/sportsbook.yaml
        feed stress layouts/sportsbook.yaml --for 10m --readers 10 --rate 500 \\
            --seed 7
        feed stress layouts/sportsbook.yaml --commits 10000 --seed 7
        feed stress layouts/sportsbook.yaml --serve --readers 10 --for 10m
        feed stress layouts/exchange.yaml --profile peak --for 60s --readers 10
        feed stress exchange.yaml cricket.jsonl --adapter betfair --format json
      """
  )

  @Argument(help: "The feed file.", completion: .file(extensions: ["yaml", "yml"]))
  var feed: String

  @OptionGroup var inputs: FixtureArguments

  @OptionGroup var playing: PlayOptions

  @Option(
    name: .customLong("for"),
    help: ArgumentHelp(
      "The duration: 20s, 10m, 500ms; 20 seconds without this and --commits.",
      valueName: "time"
    ),
    transform: Stress.duration
  )
  var givenDuration: Duration?

  /// A run that is limited by commits gets a year.
  private var duration: Duration {
    givenDuration ?? .seconds(commits == nil ? 20 : 365 * 86_400)
  }

  @Option(help: ArgumentHelp("Ends after this number of commits.", valueName: "count"))
  var commits: Int?

  @Option(help: ArgumentHelp("The commits per second; unlimited by default."))
  var rate: Double = 0

  @Option(help: "The readers that stay to the end.")
  var readers: Int = 4

  @Flag(
    help: ArgumentHelp(
      "Makes the readers clients over HTTP of a server in this process: some wait for every version, "
        + "some see a part or have versions folded, some rest, some disconnect and reconnect."
    )
  )
  var serve = false

  @Option(
    parsing: .unconditional,
    help: "Any number that is not negative; equal seeds make equal lines."
  )
  var seed: UInt64 = 1

  @Option(help: ArgumentHelp("The store; a temporary one without it.", valueName: "file"))
  var store: String?

  @Option(help: "The load of an exchange: home, peak or stress, in place of random lines.")
  var profile: StressProfile?

  @Option(
    help: ArgumentHelp(
      "The share of a processor for the strict model: 1 to perform every batch of every "
        + "reader, which is the default without --profile.",
      valueName: "share"
    )
  )
  var refereeing: Double?

  @OptionGroup var selfCheck: SelfCheckOption

  @OptionGroup var trust: TrustOptions

  @Option(help: "The format of the report.")
  var format: DataFormat = .text

  /// The fixtures to play, and how to play them.
  var playback: Playback {
    get throws { try Playback(inputs.paths, playing) }
  }

  func validate() throws {
    try playback.checkEnd()
    guard rate >= 0, rate.isFinite else { throw ValidationError("--rate must not be negative.") }
    guard refereeing.map({ $0 > 0 && $0 <= 1 }) ?? true else {
      throw ValidationError("--refereeing must be a share of a processor, up to 1.")
    }
    guard commits ?? 1 > 0 else { throw ValidationError("--commits must be at least 1.") }
    guard (0...1_000).contains(readers) else {
      throw ValidationError("--readers must be a number from 0 to 1000.")
    }
  }

  func run() async throws {
    let file = try FeedFile.open(feed, trust)
    let audience = try audience(file)
    if file.feed.database != nil {
      throw Failure.badInput(
        "not-a-store",
        "the feed shows an existing database, which random load would fill with random rows",
        hint: "write 'schema:' in place of 'file:' in a copy of the feed file"
      )
    }
    if profile != nil, file.feed.adapters["betfair"] == nil {
      throw Failure.badInput(
        "unknown-adapter",
        "a profile is a recording for the adapter 'betfair', which the feed does not declare",
        hint: "use layouts/exchange.yaml"
      )
    }
    let temporary = try KeptDirectory("feed-stress")
    defer { temporary.remove() }
    let directory = temporary.url
    let path = store ?? directory.appending(path: "stress.sqlite").path
    let start = try await prepare(path, file, in: directory)
    // In a file, because the lines of ten minutes would distort the measured memory.
    let lines = directory.appending(path: "history.jsonl")
    try Data().write(to: lines)
    let history = try FileHandle(forWritingTo: lines)
    var memory = MemoryWatch()
    var progress = ProgressBar()
    var run = try await StressRun(
      feed: file.feed,
      store: path,
      options: options,
      clock: ContinuousClock(),
      outside: StressProcess(feed: feed, store: path, trust),
      audience: audience,
      record: { try? history.write(contentsOf: Data(($0 + "\n").utf8)) }
    )
    // An interrupted statement would count as a fault; none takes longer than its timeout.
    let interruption = Interruption {}
    try await run.run(until: { interruption.isRequested }) { report in
      let share = commits.map { Double(report.commits) / Double($0) } ?? 0
      let fraction = max(report.elapsed / duration, share)
      if fraction > 0.2 { memory.warmedUp() }
      progress.update(
        fraction,
        "\(report.commits.grouped) commits, \(report.refereed.grouped) batches refereed, "
          + "\(report.faults.count) faults"
      )
    }
    progress.clear()
    try print(run.report, memory)
    guard !run.report.faults.isEmpty else { return }
    let recorded = try String(contentsOf: lines, encoding: .utf8).split(separator: "\n")
    let fixture = run.fixture(from: recorded.map(String.init))
    let failure = StressFailure(
      feed: feed,
      seed: seed,
      report: run.report,
      start: start,
      limits: trust.limits
    )
    throw try await failure.written(fixture, feed: file.feed, in: directory)
  }

  /// The clients that follow the run, if they replace its own readers.
  private func audience(_ file: FeedFile) throws -> (any StressAudience)? {
    serve ? try Network.required(for: "--serve").audience(file, readers) : nil
  }

  private var options: StressOptions {
    StressOptions(
      duration: duration,
      commits: commits ?? .max,
      rate: rate,
      readers: readers,
      seed: seed,
      comparesEvery: profile == nil ? 500 : 10_000,
      load: profile.map { .exchange($0.profile, adapter: "betfair") } ?? .random,
      refereeing: refereeing ?? profile?.refereeing ?? 1,
      selfCheckRate: selfCheck.rate,
      limits: trust.limits
    )
  }

  /// Opens the store once as the run will, and plays the fixtures that precede the run.
  ///
  /// - Returns: A copy of the prepared store; `nil` if it equals the feed's initial store.
  private func prepare(_ path: String, _ file: FeedFile, in directory: URL) async throws -> URL? {
    let engine = try file.engine(store: path, trust)
    engine.logSlowQueries()
    try await playback.play(on: engine)
    var copy: URL?
    if store != nil || !inputs.paths.isEmpty {
      let place = directory.appending(path: "start.sqlite")
      try await engine.copyStore(to: place.path)
      copy = place
    }
    try await engine.close()
    return copy
  }

  private func print(_ report: StressReport, _ memory: MemoryWatch) throws {
    var output = OutputBuffer()
    switch format {
    case .text: try output.write(report.text(memory, seed: seed))
    case .json:
      var json = JSONWriter()
      json.report(report, memory, seed: seed)
      json.endLine()
      try output.write(json)
    }
    try output.flush()
  }

  package static func duration(_ text: String) throws -> Duration {
    let units: [(String, Double)] = [("ms", 0.001), ("s", 1), ("m", 60), ("h", 3_600)]
    for (unit, seconds) in units where text.hasSuffix(unit) {
      guard let number = Double(text.dropLast(unit.count)), number > 0, number <= 1e6 else { break }
      return .seconds(number * seconds)
    }
    throw ValidationError("'\(text)' is not a time; for example 20s, 10m or 500ms.")
  }
}

/// The name of an exchange load.
enum StressProfile: String, CaseIterable, ExpressibleByArgument {
  case home, peak, stress

  var profile: ExchangeProfile {
    switch self {
    case .home: .home
    case .peak: .peak
    case .stress: .stress
    }
  }

  /// The share of a processor for the strict model, small enough not to delay anything else.
  var refereeing: Double { self == .stress ? 0.1 : 0.5 }
}
