import ArgumentParser
import FeedDefinition
import FeedEngine
import FeedRendering
import FeedReplay
import FeedSnapshots

/// Shows the composite feed once.
struct Render: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Shows the composite feed once.",
    discussion: """
      Examples:
        feed render layouts/sportsbook.yaml
        feed render layouts/sportsbook.yaml --size 80x40
        feed render book.yaml --fixture updates.jsonl --until 12.5
        feed render book.yaml --format json | jq .version
      """
  )

  /// How the feed is written.
  enum Format: String, CaseIterable, ExpressibleByArgument {
    case text, json
  }

  @Argument(help: "The feed file.", completion: .file(extensions: ["yaml", "yml"]))
  var feed: String

  @Option(
    help: ArgumentHelp("A fixture to play first; may be given more than once.", valueName: "file"),
    completion: .file(extensions: ["jsonl"])
  )
  var fixture: [String] = []

  @Option(help: ArgumentHelp("Plays only what comes up to this time.", valueName: "seconds"))
  var until: Double?

  @Option(help: ArgumentHelp("The store; in memory without it.", valueName: "file"))
  var store: String?

  @Option(
    help: ArgumentHelp(
      "Columns and lines of the page: 80x40, or 80 for as many lines as it takes.",
      valueName: "size"
    )
  )
  var size: PageSize?

  @Option(help: "How the feed is written.")
  var format: Format = .text

  func validate() throws {
    if let until, !(until >= 0) { throw ValidationError("--until must not be negative.") }
    if until != nil && fixture.isEmpty {
      throw ValidationError("--until says how far a fixture is played; name it with --fixture.")
    }
  }

  func run() async throws {
    let file = try FeedFile.open(feed)
    let engine = try file.engine(store: store)
    if !fixture.isEmpty { try await play(on: engine) }
    var output = OutputBuffer()
    let snapshot = await engine.snapshot
    switch format {
    case .json:
      var json = JSONWriter()
      json.snapshot(snapshot)
      json.endLine()
      try output.write(json.bytes)
    case .text:
      let size = size ?? PageSize(columns: Terminal.columns ?? 80)
      try output.write(
        TextRenderer.page(
          snapshot,
          FeedAppearance(file.feed),
          width: size.columns,
          height: size.lines,
          colors: Terminal.colors
        )
      )
    }
    try output.flush()
    try await engine.close()
  }

  private func play(on engine: FeedEngine) async throws {
    let fixtures = try await FixtureMerge(paths: fixture) {
      try await engine.position(of: $0.name)
    }
    var player = FixturePlayer(clock: ContinuousClock())
    var isLast = false
    try await player.play(fixtures, until: { isLast }) { entry in
      if let until, entry.at > until {
        isLast = true
        return
      }
      _ = try await engine.play(entry)
    }
  }
}
