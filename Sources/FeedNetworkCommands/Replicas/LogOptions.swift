import ArgumentParser
import FeedCommands
import FeedLog
import Foundation

/// The ordered log that a replica applies, and its connection.
struct LogOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Applies an ordered log on NATS JetStream, as one of several replicas.",
      valueName: "nats://host:port[,…]/stream"
    ),
    transform: LogConnectionOptions.address
  )
  var log: LogAddress?

  @Option(
    help: ArgumentHelp(
      "The number of servers that keep the log, if this replica creates it: 1, 3 or 5.",
      valueName: "number"
    )
  )
  var logReplicas = 1

  @OptionGroup var connection: LogConnectionOptions

  func validate() throws {
    guard [1, 3, 5].contains(logReplicas) else {
      throw ValidationError("--log-replicas must be 1, 3 or 5: most of the servers must answer.")
    }
    guard log != nil || connection.security == LogSecurity() else {
      throw ValidationError("the options for a log need one; name it with --log.")
    }
  }

  /// Opens the log of a replica, and creates it if neither a log nor a store exists.
  ///
  /// - Throws: ``Failure`` if it cannot be opened.
  func open(_ address: LogAddress, forStore store: String) async throws -> JetStreamLog {
    let hasStore = FileManager.default.fileExists(atPath: store)
    return try await connection.open(
      address,
      replicas: hasStore ? nil : logReplicas,
      mayBeMissing: hasStore
    )
  }
}
