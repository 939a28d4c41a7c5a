#if Log && Server
import ArgumentParser
import FeedLog
import Foundation

/// Which ordered log a replica applies, and how it is reached.
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
      "How many servers keep the log, if this replica makes it: 1, 3 or 5.",
      valueName: "number"
    )
  )
  var logReplicas = 1

  @OptionGroup var connection: LogConnectionOptions

  func validate() throws {
    guard [1, 3, 5].contains(logReplicas) else {
      throw ValidationError("--log-replicas is 1, 3 or 5: most of the servers have to answer.")
    }
    guard log != nil || connection.security == LogSecurity() else {
      throw ValidationError("the options for a log need one; name it with --log.")
    }
  }

  /// Opens the log for a replica, and makes it if there is neither a log nor a store that may have applied it.
  ///
  /// - Parameters:
  ///   - address: The address of the log.
  ///   - store: The path of the replica's store.
  /// - Returns: The log.
  /// - Throws: ``Failure`` with what is wrong.
  func open(_ address: LogAddress, forStore store: String) async throws -> JetStreamLog {
    let hasStore = FileManager.default.fileExists(atPath: store)
    return try await connection.open(
      address,
      replicas: hasStore ? nil : logReplicas,
      mayBeMissing: hasStore
    )
  }
}
#endif
