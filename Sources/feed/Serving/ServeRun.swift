#if Server
import FeedEngine
import FeedModel
import FeedReplay
import FeedServer
import Logging
import ServiceLifecycle
import UnixSignals

/// What goes on while a feed is served: its clients, its files, its clock, and what is played.
struct ServeRun {
  let engine: FeedEngine
  let playback: Playback
  let speed: Speed
  let logger: Logger

  /// How long clients and their connections may take to end.
  private static let patience = Duration.seconds(8)

  /// Serves until the process is told to end.
  ///
  /// - Parameters:
  ///   - server: The server.
  ///   - lines: What is played meanwhile.
  ///   - time: Says what time it is.
  /// - Returns: How the run ended.
  /// - Throws: What keeps the server from starting, or a store that is lost.
  func serve(
    _ server: FeedServer,
    playing lines: sending FixtureMerge?,
    time: @escaping @Sendable () -> Value
  ) async throws -> ExitStatus {
    // A directory that cannot be watched leaves the documents as they were read.
    let documents = Task { try await engine.followDocumentFiles() }
    let ticks = Task { await engine.followClock(now: time) }
    let playing = Task { if let lines { try await play(lines) } }
    defer {
      ticks.cancel()
      documents.cancel()
      playing.cancel()
    }
    let group = ServiceGroup(
      configuration: ServiceGroupConfiguration(
        services: [
          .init(
            service: BoundedService(server: server, patience: Self.patience, engine: engine),
            successTerminationBehavior: .gracefullyShutdownGroup,
            serviceName: "feed"
          )
        ],
        gracefulShutdownSignals: [.sigterm, .sigint],
        logger: logger
      )
    )
    guard engine.hasFile else {
      try await group.run()
      return .success
    }
    return try await withThrowingTaskGroup(of: Bool.self) { tasks in
      tasks.addTask {
        try await group.run()
        return true
      }
      tasks.addTask { [engine, logger] in
        try await engine.followOthersToTheEnd {
          logger.warning("the store cannot be followed", metadata: ["error": .string("\($0)")])
        }
        return false
      }
      defer { tasks.cancelAll() }
      while let hasEnded = try await tasks.next() {
        if hasEnded { break }
      }
      return .success
    }
  }

  private func play(_ lines: FixtureMerge) async throws {
    let (engine, logger) = (engine, logger)
    func tell(_ message: String) {
      logger.warning("a fixture", metadata: ["message": .string(message)])
    }
    do {
      for resumption in lines.resumptions { tell(resumption.description) }
      var player = FixturePlayer(
        speed: speed,
        onError: playback.policy(otherwise: .skip),
        clock: ContinuousClock()
      )
      try await player.play(
        lines,
        resumed: !lines.resumptions.isEmpty,
        until: { Task.isCancelled },
        onTell: tell
      ) { _ = try await engine.play($0) }
      logger.notice("the fixtures have ended")
    } catch is CancellationError {
      return
    } catch {
      logger.error("the fixtures cannot be played", metadata: ["error": .string("\(error)")])
    }
  }
}

/// A server that is not waited for for ever once it is told to end.
private struct BoundedService: Service {
  let server: FeedServer
  let patience: Duration
  let engine: FeedEngine

  func run() async throws {
    try await withGracefulShutdownHandler {
      try await server.run()
    } onGracefulShutdown: {
      Task {
        try? await Task.sleep(for: patience)
        engine.interrupt()
        try? await engine.close()
        endProcess(with: .success)
      }
    }
  }
}
#endif
