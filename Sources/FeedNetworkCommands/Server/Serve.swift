import ArgumentParser
import FeedCommands
import FeedDefinition
import FeedEngine
import FeedFormatting
import FeedLog
import FeedReplay
import FeedServer
import Foundation
import Logging
import ServiceLifecycle

/// Serves the feed over HTTP.
package struct Serve: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Serves the feed over HTTP.",
    discussion: """
      A page for browsers is at /, the whole feed at /v1/feed, and every change at /v1/stream as \
      server-sent events; a client that reconnects resumes where it stopped. The addresses are printed on standard output, events on \
      standard error, as JSON Lines. On SIGTERM or Control-C the server notifies its clients \
      and ends.

      The feed file may be edited during the run: a valid edit is served at once, over the same rows, and \
      an invalid one is logged while the last valid feed stays in service.

      The inputs that the feed file declares run as well; 'feed ingest' runs them alone. With \
      --record the messages of the inputs are written as a fixture, as 'feed record' does, and the messages that \
      clients post; the actions, moves and documents of clients are not recorded.

      With --log the server is one of several replicas that apply the same ordered log, and show the same versions: \
      writes of clients go through the log, and files, the clock and inputs are read by one replica for \
      all. While no server of the log answers, it keeps serving and refuses writes. The feed file is not \
      read again.

      Only this machine can reach it unless --listen names another address. Clients write with the token of \
      --token-file; without one, they cannot write. Everyone who can connect may read, unless --read-token-file, \
      --jwt-key or --authorize limits it.

      Examples:
        feed serve layouts/sportsbook.yaml \\
            --fixture fixtures/sportsbook/updates.jsonl
        curl -N http://127.0.0.1:8080/v1/stream
        feed serve book.yaml --fixture updates.jsonl --speed 10x
        feed serve book.yaml --store book.sqlite --token-file token
        feed serve book.yaml --read-token-file read-token \\
            --allow-origin https://app.example.com
        feed serve book.yaml --jwt-key issuer.pem --jwt-audience feed
        feed serve book.yaml --authorize http://127.0.0.1:3000/feed-auth
        feed serve book.yaml --store book.sqlite --record monday.jsonl.gz \\
            --rotate 100MB
        feed serve book.yaml --store book.sqlite --listen 0.0.0.0:8443 \\
          --allowed-host feed.example.com:8443 \\
          --tls-certificate feed.pem --tls-key feed.key
        feed serve book.yaml --store book.sqlite \\
          --log nats://log1:4222,log2:4222,log3:4222/BOOK --log-replicas 3
      """
  )

  @Argument(help: "The feed file.", completion: .file(extensions: ["yaml", "yml"]))
  var feed: String

  @Option(
    help: ArgumentHelp("The store; without it the feed's 'file:', or memory.", valueName: "file")
  )
  var store: String?

  @OptionGroup var fixtures: FixtureOptions

  @OptionGroup var playing: PlayOptions

  @Option(
    help: ArgumentHelp("How fast: 1x, 10x, 0.5x, max. (default: 1x)", valueName: "speed"),
    transform: Replay.speed
  )
  var speed: Speed = .times(1)

  @Option(
    help: ArgumentHelp("Writes the messages of the inputs as a fixture.", valueName: "file"),
    completion: .file(extensions: ["jsonl", "gz"])
  )
  var record: String?

  @Option(
    help: ArgumentHelp("Begins a new recording after this size: 100MB.", valueName: "size"),
    transform: RecordingPlace.size
  )
  var rotate: Int?

  @Flag(help: "Runs the inputs together with fixtures; without fixtures they run anyway.")
  var inputs = false

  private var inputRunning: InputRunning {
    get throws {
      if let record { return .recorded(RecordingPlace(path: record, mostBytes: rotate)) }
      // Live messages would change the rows of a recording.
      return try inputs || playback.isEmpty ? .ifDeclared : .none
    }
  }

  @OptionGroup var serving: ServingOptions

  @OptionGroup var following: LogOptions

  @OptionGroup var clock: ClockOption

  @OptionGroup var zone: TimeZoneOption

  @OptionGroup var trust: TrustOptions

  var playback: Playback { get throws { try Playback(fixtures.paths, playing) } }

  func validate() throws {
    let playback = try playback
    if following.log != nil {
      guard store != nil else {
        throw ValidationError("--log needs --store: applied entries are kept in a file.")
      }
      guard playback.isEmpty else {
        throw ValidationError(
          "--fixture and --log cannot be used together: only the log is applied."
        )
      }
    }
    guard following.log == nil || record == nil else {
      throw ValidationError("--record and --log cannot be used together: the log has it all.")
    }
    guard rotate == nil || record != nil else {
      throw ValidationError("--rotate cuts a recording into files; name one with --record.")
    }
  }

  func run() async throws {
    try await serve { [isSecure = serving.isSecure] in
      ServingOptions.printAddress($0, isSecure: isSecure)
    }
  }

  /// Serves until the process is asked to stop.
  ///
  /// - Throws: An error if the server cannot start.
  func serve(_ onListening: @escaping @Sendable (ListeningAddress) -> Void) async throws {
    LargeBuffers.giveBackWhenFreed()
    do {
      if let address = following.log {
        do { return try await serve(applying: address, onListening) } catch let error as LogError {
          throw Failure(error)
        }
      }
      try await open(onListening)
    } catch let error as ServerError {
      throw Failure(error.code.status, lines: "\(error)")
    }
  }

  /// Serves as one of several replicas.
  private func serve(
    applying address: LogAddress,
    _ onListening: @escaping @Sendable (ListeningAddress) -> Void
  ) async throws {
    var configuration = try await serving.configuration()
    let logger = serving.logger
    allowConnections(of: &configuration, logger)
    let file = try FeedFile.open(feed, trust, in: zone)
    let log = try await following.open(address, forStore: store ?? "")
    try await MissingStore(path: store ?? "", file: file, log: log, logger: logger).bring()
    let run = try await ReplicaRun(
      file,
      at: feed,
      store: store ?? "",
      log: log,
      copies: following.logReplicas,
      trust
    ) { notice in
      logger.log(level: notice.isTrouble ? .warning : .notice, "\(notice.text)")
    }
    run.engine.logSlowQueries()
    let start = ContinuousClock.now
    let now = clock.now
    let (listening, listens) = AsyncStream<Never>.makeStream()
    let followed = run.followed(after: listening) {
      now?.value(at: start.duration(to: .now) / .seconds(1)) ?? ClockOption.system
    }
    let options = WatchOptions(applying: followed, store: store, in: zone.timezone)
    configuration.log = run.replica
    configuration.isReplica = true
    configuration.copyStore = run.copying(store ?? "")
    let watched = WatchedFeed(file, run.engine, options)
    let server = FeedServer(file, run.engine, configuration, logger) { address in
      if address.isAdmin { run.replica.listens(at: "\(address)") } else { listens.finish() }
      onListening(address)
    }
    try await ServeRun(feed: watched, logger: logger).serve(server, playing: nil)
    try await watched.end()
  }

  /// Limits the connections to the number of files that the system allows, and logs the reduction.
  private func allowConnections(of configuration: inout FeedServerConfiguration, _ logger: Logger) {
    let wanted = configuration.limits.connections
    let allowed = Resources.allow(connections: wanted)
    configuration.limits.connections = allowed
    guard allowed < wanted else { return }
    logger.warning(
      "the system allows too few open files for --max-connections",
      metadata: [
        "wanted": .stringConvertible(wanted), "served": .stringConvertible(allowed),
        "hint": "allow more: ulimit -n \(wanted + 64)",
      ]
    )
  }

  /// Logs the actions that clients cannot use without a token.
  private func noteActions(of feed: Feed, _ logger: Logger) {
    let actions = feed.actions.filter { $0.viewer == nil }
    guard serving.tokenFile == nil, !actions.isEmpty else { return }
    logger.notice(
      "clients cannot use the actions, which need a token",
      metadata: [
        "actions": .string(actions.map(\.name).joined(separator: ", ")),
        "hint": "make one, (umask 077; openssl rand -hex 32 > token), and add --token-file token",
      ]
    )
  }

  private func open(_ onListening: @escaping @Sendable (ListeningAddress) -> Void) async throws {
    var configuration = try await serving.configuration()
    let logger = serving.logger
    allowConnections(of: &configuration, logger)
    let (feed, lines) = try await WatchedFeed.open(
      self.feed,
      store: store,
      playing: playback,
      speed: speed,
      clock: clock,
      zone: zone,
      trust: trust,
      inputs: inputRunning
    )
    if feed.options.runInputs == nil, let notice = await feed.engine.idleNotice() {
      logger.notice("\(notice)")
    }
    noteActions(of: feed.file.feed, logger)
    configuration.didApply = feed.options.runInputs?.record
    let server = FeedServer(
      feed.file,
      feed.engine,
      configuration,
      logger,
      onListening: onListening
    )
    let run = ServeRun(feed: feed, logger: logger)
    try await run.serve(server, playing: lines)
    try await feed.end()
  }
}

extension ServerError.Code {
  fileprivate var status: ExitStatus {
    switch self {
    case .cannotListen: .inputOutput
    case .missingHost: .usage
    case .badToken, .unreadableFile, .openFile, .badCertificate, .badKey: .badInput
    }
  }
}
