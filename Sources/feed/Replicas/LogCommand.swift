#if Log
import ArgumentParser
import FeedLog

/// Looks after the ordered log of a feed that has replicas.
struct LogCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "log",
    abstract: "Looks after the ordered log of a feed that has replicas.",
    discussion: """
      The log is on NATS JetStream; 'feed serve --log' applies it. None of these commands makes one.

      Examples:
        feed log status nats://log1:4222,log2:4222,log3:4222/BOOK
        feed log trim nats://log1:4222,log2:4222,log3:4222/BOOK --older-than 7d
        feed log upgrade nats://log1:4222,log2:4222,log3:4222/BOOK book.yaml
      """,
    subcommands: commands
  )

  private static var commands: [any ParsableCommand.Type] {
    #if Server
    [LogStatusCommand.self, LogTrimCommand.self, LogUpgradeCommand.self]
    #else
    [LogStatusCommand.self, LogTrimCommand.self]
    #endif
  }
}

/// Which log a command looks after.
struct LogArgument: ParsableArguments {
  @Argument(
    help: ArgumentHelp("Where the log is.", valueName: "nats://host:port[,…]/stream"),
    transform: LogConnectionOptions.address
  )
  var log: LogAddress

  @OptionGroup var connection: LogConnectionOptions

  /// Opens the log for as long as a body runs.
  ///
  /// - Parameter body: What to do with it.
  /// - Returns: What the body returns.
  /// - Throws: ``Failure`` with what is wrong; what the body throws.
  func withLog<Output>(_ body: (JetStreamLog) async throws -> Output) async throws -> Output {
    try await connection.withLog(at: log, body)
  }
}
#endif
