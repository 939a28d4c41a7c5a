import ArgumentParser
import FeedClient
import FeedCommands
import FeedFormatting
import FeedModel
import FeedStore
import FeedWire
import Foundation

/// Shows a served feed as it changes.
package struct Follow: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Shows a served feed as it changes.",
    discussion: """
      In a terminal, shows a page that scrolls: ? lists its keys, q quits, and its last line shows the state of \
      the connection. Elsewhere, prints a line for each version. A served feed contains the texts and the \
      order of its items, and only the names of layouts, so that sections are shown as rows.

      The server must answer when the command begins. If it fails later, the last version stays, \
      and the command resumes when the server is back. Of several replicas, one must answer; \
      if it fails, the command resumes at the next one.

      Exit codes: 0 success, 64 an invalid address, 65 an answer that is not a feed, or a refusal, \
      74 no answer.

      Examples:
        feed follow http://127.0.0.1:8080
        feed follow http://127.0.0.1:8080 --sections 'live/*' --conflate 250ms
        feed follow http://127.0.0.1:8080 --plain
        feed follow https://feed.example.com --token-file token
        feed follow https://a.example.com https://b.example.com
        feed follow http://127.0.0.1:8080 --format json --versions 10 | jq .version
      """
  )

  @Argument(
    help: ArgumentHelp(
      "The address of the feed, as 'feed serve' prints it; several if it has replicas.",
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
      "The interval of the server's heartbeats: 500ms to 30s. The connection is closed after three "
        + "times as long without one.",
      valueName: "time"
    ),
    transform: Stress.duration
  )
  var heartbeat: Duration = .seconds(5)

  @Option(
    help: ArgumentHelp(
      "The file of the token for reading, if the server needs one; readable only by you.",
      valueName: "file"
    ),
    completion: .file()
  )
  var tokenFile: String?

  @Option(
    help: ArgumentHelp(
      "The certificates to trust in place of the system's, in PEM.",
      valueName: "file"
    ),
    completion: .file(extensions: ["pem", "crt"])
  )
  var trustRoot: String?

  @Option(help: ArgumentHelp("Ends after this number of versions.", valueName: "count"))
  var versions: Int?

  @Option(help: "The format of the lines that replace the page; json never shows a page.")
  var format: DataFormat?

  @Flag(help: "Writes lines even to a terminal.")
  var plain = false

  @OptionGroup var screen: ScreenOptions

  func validate() throws {
    guard versions ?? 1 > 0 else { throw ValidationError("--versions must be at least 1.") }
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
    if let tokenFile { configuration.token = try Self.token(in: tokenFile) }
    if let trustRoot { configuration.trustRoots = .file(trustRoot) }
    configuration.conflate = conflate
    configuration.heartbeat = heartbeat
    return configuration
  }

  /// Returns the first line of a file that only its owner may read.
  private static func token(in path: String) throws -> String {
    switch PrivateFile.read(path) {
    case .success(let bytes):
      let line = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline).first
      return String(line ?? "").trimmingCharacters(in: .whitespaces)
    case .failure(.unreadable):
      throw Failure(
        .inputOutput,
        "unreadable-file",
        "the token file '\(path)' cannot be read",
        hint: "write the token of the server into it: (umask 077; cat > \(path))"
      )
    case .failure(.open(let mode)):
      throw Failure(
        .badInput,
        "open-file",
        "others may read the token file '\(path)', whose mode is \(mode)",
        hint: "chmod 600 \(path)"
      )
    }
  }
}

extension ClientError {
  /// The exit status of a command that this error ends.
  fileprivate var status: ExitStatus {
    switch code {
    case .invalidURL: .usage
    case .badCertificate, .refused, .notAFeed, .redirected, .invalidFeed: .badInput
    case .unreachable, .insecure, .silent, .disconnected, .goodbye, .behind: .inputOutput
    }
  }
}

extension ConnectionState {
  /// The state in words.
  var words: String {
    switch self {
    case .connecting: "connecting"
    case .live: "live"
    case .waiting(let pause, let error):
      "\(ErrorText.line(of: error).prefix { $0 != ";" }); again in \(pause.inSeconds)"
    }
  }

  /// The reason why the feed may be stale.
  var error: ClientError? {
    switch self {
    case .connecting(let error): error
    case .live: nil
    case .waiting(_, let error): error
    }
  }
}

extension Duration {
  /// The time, rounded to a tenth of a second.
  fileprivate var inSeconds: String {
    let tenths = Int((self / .milliseconds(100)).rounded())
    return "\(tenths / 10).\(tenths % 10) s"
  }
}
