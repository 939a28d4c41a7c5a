import ArgumentParser
import FeedCommands
import FeedLog

/// Administers the ordered log of a replicated feed.
package struct LogCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "log",
    abstract: "Administers the ordered log of a replicated feed.",
    discussion: """
      The log is on NATS JetStream; 'feed serve --log' applies it. None of these commands creates one.

      Examples:
        feed log status nats://log1:4222,log2:4222,log3:4222/BOOK
        feed log trim nats://log1:4222,log2:4222,log3:4222/BOOK --older-than 7d
        feed log upgrade nats://log1:4222,log2:4222,log3:4222/BOOK book.yaml
      """,
    subcommands: [LogStatusCommand.self, LogTrimCommand.self, LogUpgradeCommand.self]
  )
}

/// The log that a command administers.
struct LogArgument: ParsableArguments {
  @Argument(
    help: ArgumentHelp("The address of the log.", valueName: "nats://host:port[,…]/stream"),
    transform: LogConnectionOptions.address
  )
  var log: LogAddress

  @OptionGroup var connection: LogConnectionOptions

  /// Opens the log while a body runs.
  ///
  /// - Throws: ``Failure`` if the log cannot be used; rethrows the error of `body`.
  func withLog<Output>(_ body: (JetStreamLog) async throws -> Output) async throws -> Output {
    try await connection.withLog(at: log, body)
  }
}
