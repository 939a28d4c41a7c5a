#if Client
import ArgumentParser
import FeedClient
import FeedFormatting
import FeedModel
import FeedWire

/// Shows a feed that is served elsewhere, as it changes.
struct Follow: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Shows a feed that is served elsewhere, as it changes.",
    discussion: """
      In a terminal, a page that scrolls: ? lists its keys, q leaves, and its last line says how the \
      connection fares. Elsewhere, a line for each version. What is served is what items say and the \
      order of all; of layouts there are only the names, so that sections are shown as rows.

      The server must answer when the command begins. If it goes away later, the last version stays, \
      and the command goes on from there when the server is back. Of several replicas, one must answer; \
      when it goes away, the command goes on at the next one.

      Exit codes: 0 success, 64 an address that is none, 65 what answers is not a feed or refuses, \
      74 nobody answers.

      Examples:
        feed follow http://127.0.0.1:8080
        feed follow http://127.0.0.1:8080 --sections 'live/*' --conflate 250ms
        feed follow http://127.0.0.1:8080 --plain
        feed follow https://a.example.com https://b.example.com
        feed follow http://127.0.0.1:8080 --format json --versions 10 | jq .version
      """
  )

  @Argument(
    help: ArgumentHelp(
      "Where the feed is served, as 'feed serve' says it; several if it has replicas.",
      valueName: "url"
    )
  )
  var urls: [String]

  @Option(
    help: ArgumentHelp("Only sections whose ids match: 'featured,live/*'.", valueName: "globs")
  )
  var sections: String?

  @Option(
    help: ArgumentHelp("At most one version in this time: 250ms, 2s.", valueName: "time"),
    transform: Stress.duration
  )
  var conflate: Duration = .zero

  @Option(
    help: ArgumentHelp(
      "How often the server gives a sign of life: 500ms to 30s. The connection is given up without one "
        + "for three times as long.",
      valueName: "time"
    ),
    transform: Stress.duration
  )
  var heartbeat: Duration = .seconds(5)

  @Option(
    help: ArgumentHelp(
      "The certificates to trust in place of the system's, in PEM.",
      valueName: "file"
    ),
    completion: .file(extensions: ["pem", "crt"])
  )
  var trustRoot: String?

  @Option(help: ArgumentHelp("Ends after so many versions.", valueName: "count"))
  var versions: Int?

  @Option(help: "How lines are written where there is no page; json never shows a page.")
  var format: DataFormat?

  @Flag(help: "Writes lines, also to a terminal.")
  var plain = false

  @OptionGroup var screen: ScreenOptions

  func validate() throws {
    guard versions ?? 1 > 0 else { throw ValidationError("--versions is a number from 1 on.") }
  }

  func run() async throws {
    do {
      let client = FeedClient(urls, configuration: try configuration())
      let showsPage =
        !plain && format == nil && versions == nil && TerminalDevice.isInteractive
        && !Terminal.isDumb
      guard showsPage else {
        let lines = FollowLines(isJSON: format == .json)
        return try await lines.follow(client, versions: versions ?? .max)
      }
      let status = try await FollowedPage(client, screen.look).run()
      if status != .success { throw Failure(status, "") }
    } catch let error as ClientError {
      throw Failure(error.status, lines: "\(error)")
    } catch let error as WireError {
      throw Failure(.usage, lines: "\(error)")
    }
  }

  private func configuration() throws -> FeedClientConfiguration {
    var configuration = FeedClientConfiguration()
    if let sections { configuration.sections = try FeedView(sections) }
    if let trustRoot { configuration.trustRoots = .file(trustRoot) }
    configuration.conflate = conflate
    configuration.heartbeat = heartbeat
    return configuration
  }
}

extension ClientError {
  /// How a command ends that cannot go on after this error.
  fileprivate var status: ExitStatus {
    switch code {
    case .invalidURL: .usage
    case .badCertificate, .refused, .notAFeed, .redirected, .invalidFeed: .badInput
    case .unreachable, .insecure, .silent, .disconnected, .goodbye, .behind: .inputOutput
    }
  }
}

extension ConnectionState {
  /// The state in words, for people.
  var words: String {
    switch self {
    case .connecting: "connecting"
    case .live: "live"
    case .waiting(let pause, let error):
      "\(ErrorText.line(of: error).prefix { $0 != ";" }); again in \(pause.inSeconds)"
    }
  }

  /// Why the feed may be old.
  var error: ClientError? {
    switch self {
    case .connecting(let error): error
    case .live: nil
    case .waiting(_, let error): error
    }
  }
}

extension Duration {
  /// The time to a tenth of a second.
  fileprivate var inSeconds: String {
    let tenths = Int((self / .milliseconds(100)).rounded())
    return "\(tenths / 10).\(tenths % 10) s"
  }
}
#endif
