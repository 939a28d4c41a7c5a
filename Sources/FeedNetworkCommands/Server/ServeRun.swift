import FeedCommands
import FeedDefinition
import FeedEngine
import FeedFormatting
import FeedReplay
import FeedServer
import Logging
import ServiceLifecycle
import Synchronization
import UnixSignals

/// A running server: its clients, its files, its clock, and its fixtures.
struct ServeRun {
  let feed: WatchedFeed
  let logger: Logger

  /// The time that clients and their connections may take to end.
  private static let patience = Duration.seconds(8)

  /// Serves until the process is asked to end.
  ///
  /// - Throws: An error if the server cannot start, or if the store is lost.
  func serve(_ server: FeedServer, playing lines: sending FixtureMerge?) async throws {
    let (failures, failed) = AsyncThrowingStream<Never, any Error>.makeStream()
    let isRefused = Mutex(false)
    feed.start { event in
      switch event {
      case .reopened(let file, let engine, _):
        server.show(file, engine)
        let wasRefused = isRefused.withLock { isRefused in
          defer { isRefused = false }
          return isRefused
        }
        if wasRefused { logger.notice("the feed file is accepted again") }
      case .refused(let error):
        isRefused.withLock { $0 = true }
        logger.error("the feed file cannot be shown", metadata: ["error": .string("\(error)")])
        server.refuseEdit(of: ErrorText.name(feed.file.name), because: ErrorText.line(of: error))
      case .notice(let text): logger.warning("\(text)")
      case .failed(let error): failed.finish(throwing: error)
      }
    }
    if let lines { play(lines) }
    defer { feed.options.player?.cancel() }
    let group = ServiceGroup(
      serving: BoundedService(server: server, patience: Self.patience, feed: feed),
      until: [.sigterm, .sigint],
      logger: logger
    )
    // The server ends as it does when it is asked to: a cancelled one logs errors of its connections.
    let failure = Task { () -> (any Error)? in
      do { for try await _ in failures {} } catch {
        await group.triggerGracefulShutdown()
        return error
      }
      return nil
    }
    defer { failure.cancel() }
    try await group.run()
    failure.cancel()
    if let error = await failure.value { throw error }
  }

  private func play(_ lines: sending FixtureMerge) {
    feed.options.player?.start(lines, on: feed) { [logger] event in
      switch event {
      case .notice(let text):
        logger.warning("a fixture", metadata: ["notice": .string(text)])
      case .resumed(let text): logger.notice("\(text)")
      case .played: break
      case .ended(nil): logger.notice("the fixtures have ended")
      case .ended(let error?):
        logger.error("the fixtures cannot be played", metadata: ["error": .string("\(error)")])
      }
    }
  }
}

extension FeedServer {
  /// Serves a feed file over a store.
  init(
    _ file: FeedFile,
    _ engine: FeedEngine,
    _ configuration: FeedServerConfiguration,
    _ logger: Logger,
    onListening: @escaping @Sendable (ListeningAddress) -> Void
  ) {
    // The file stays the same while its title changes, and other feeds of this address have other files.
    var configuration = configuration
    configuration.pageKey = ErrorText.name(file.name)
    self.init(
      engine,
      appearance: FeedAppearance(file.feed),
      revision: file.servedRevision,
      configuration: configuration,
      logger: logger,
      onListening: onListening
    )
  }

  /// Serves the edited feed file.
  fileprivate func show(_ file: FeedFile, _ engine: FeedEngine) {
    show(engine, appearance: FeedAppearance(file.feed), revision: file.servedRevision)
  }
}

extension FeedFile {
  /// The parts that decide how versions look, including the zone named at the start of the server.
  var servedRevision: [String] { revision + [feed.timeZone.name] }
}

/// A server that ends within a time limit.
private struct BoundedService: Service {
  let server: FeedServer
  let patience: Duration
  let feed: WatchedFeed

  func run() async throws {
    try await withGracefulShutdownHandler {
      try await server.run()
    } onGracefulShutdown: {
      Task {
        try? await Task.sleep(for: patience)
        feed.engine.interrupt()
        try? await feed.engine.close()
        endProcess(with: .success)
      }
    }
  }
}
