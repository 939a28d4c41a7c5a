import ArgumentParser
import FeedDefinition
import FeedEngine
import FeedFormatting
import FeedModel
import FeedRendering
import FeedReplay
import FeedSnapshots

/// Renders the feed once.
package struct Render: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Renders the feed once.",
    discussion: """
      Examples:
        feed render layouts/sportsbook.yaml
        feed render layouts/sportsbook.yaml --size 80x40
        feed render book.yaml --fixture updates.jsonl --until 12.5
        feed render exchange.yaml --fixture cricket.jsonl --adapter betfair \\
            --until 600
        feed render book.yaml --size 80x44 --format svg > feed.svg
        feed render book.yaml --format html > feed.html
        feed render book.yaml --timezone Europe/Berlin
        feed render book.yaml --format json | jq .version

      Text is laid out by the feed file's layout, 8 x 16 points a cell. With a height, the page is a \
      screen before any scrolling; without one, it shows everything, and a picture shows its \
      first \(Self.mostPictureLines) lines.
      """
  )

  /// The maximum height of a picture without `--size`: no viewer shows higher ones.
  private static let mostPictureLines = 10_000

  /// The output format of the feed.
  enum Format: String, CaseIterable, ExpressibleByArgument {
    case text, ansi, html, svg, json
  }

  @Argument(help: "The feed file.", completion: .file(extensions: ["yaml", "yml"]))
  var feed: String

  @OptionGroup var inputs: FixtureOptions

  @OptionGroup var playing: PlayOptions

  @Option(
    help: ArgumentHelp("The store; without it the feed's 'file:', or memory.", valueName: "file")
  )
  var store: String?

  @Option(
    help: ArgumentHelp(
      "Columns and lines of the page: 80x40, or 80 for as many lines as it takes; 20 columns or more.",
      valueName: "size"
    ),
    transform: PageSize.read
  )
  var size: PageSize?

  @Option(
    help: ArgumentHelp("Points of one cell of a terminal.", valueName: "width x height")
  )
  var cell: CellSize = CellSize(width: 8, height: 16)

  @OptionGroup var clock: ClockOption

  @OptionGroup var zone: TimeZoneOption

  @OptionGroup var trust: TrustOptions

  @Option(help: "The format of the feed.")
  var format: Format = .text

  @Option(help: "Colours of --format ansi: none, 16, 256 or true.")
  var colors: ColorDepth?

  /// The fixtures to play, and how to play them.
  var playback: Playback {
    get throws { try Playback(inputs.paths, playing) }
  }

  func validate() throws {
    try playback.checkEnd()
  }

  func run() async throws {
    let file = try FeedFile.open(feed, trust, in: zone)
    // A fixture is played into the store; without one, the store is only read.
    let playback = try self.playback
    let engine =
      if playback.isEmpty {
        try file.engine(showing: store, trust)
      } else {
        try file.engine(store: store, trust, isPlaying: true)
      }
    if !playback.isEmpty {
      try await playback.play(on: engine, from: clock.now ?? .recorded)
    } else if await engine.usesTime {
      // Without --now, the store keeps its own time.
      if let now = clock.now {
        try await engine.tick(to: now.value(at: 0))
      } else if await engine.time == .null {
        try await engine.tick(to: ClockOption.system)
      }
    }
    var output = OutputBuffer()
    let snapshot = engine.snapshot
    switch format {
    case .json:
      var json = JSONWriter()
      json.snapshot(snapshot)
      json.endLine()
      try output.write(json)
    case .html:
      try output.write(rendered: HTMLRenderer.page(snapshot, appearance: FeedAppearance(file.feed)))
    case .text, .ansi, .svg:
      let size = size ?? PageSize(columns: Terminal.columns ?? 80)
      let page = try FeedPage(
        snapshot,
        appearance: FeedAppearance(file.feed),
        columns: size.columns,
        lines: size.lines,
        most: format == .svg ? Self.mostPictureLines : nil,
        cell: cell.points
      )
      let depth = depth
      switch format {
      case .svg:
        try SVGPicture.forEachPiece(of: page, title: file.feed.title ?? "A feed") {
          try output.write(rendered: $0)
        }
      default:
        let theme: Theme = format == .text && Terminal.hasLightGround ? .light : .dark
        let isASCII = format == .text && Terminal.showsOutput && Terminal.isASCII
        try page.forEachBand {
          try output.write(rendered: $0.bytes(depth, theme: theme, isASCII: isASCII))
        }
        let hints = EmptyFeed.lacksRows(snapshot) ? EmptyFeed.hints(feed, store: store) : []
        for line in EmptyFeed.reasons(snapshot) + hints { Console.error("note: \(line)") }
      }
    }
    try output.flush()
    try await engine.close()
  }

  /// The colours of the text: the given ones, or those of the terminal.
  private var depth: ColorDepth {
    switch format {
    case .ansi: colors ?? .ansi16
    case .text where Terminal.hasColors: colors ?? Terminal.colorDepth
    default: .none
    }
  }
}
