#if Log && Server
import ArgumentParser
import FeedLog

/// Which ordered log a replica applies, and how it is reached.
struct LogOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Applies an ordered log on NATS JetStream, as one of several replicas.",
      valueName: "nats://host:port[,…]/stream"
    ),
    transform: Self.address
  )
  var log: LogAddress?

  @Option(
    help: ArgumentHelp(
      "How many servers keep the log, if this replica makes it: 1, 3 or 5.",
      valueName: "number"
    )
  )
  var logReplicas = 1

  @Option(
    help: ArgumentHelp(
      "The file with the credentials for the log; nobody else may read it.",
      valueName: "file"
    ),
    completion: .file()
  )
  var logCredentials: String?

  @Option(
    help: ArgumentHelp(
      "The certificates that the log's servers are trusted by, in PEM.",
      valueName: "file"
    ),
    completion: .file(extensions: ["pem", "crt"])
  )
  var logCa: String?

  @Option(
    help: ArgumentHelp("The certificate that the log knows this replica by.", valueName: "file"),
    completion: .file(extensions: ["pem", "crt"])
  )
  var logCertificate: String?

  @Option(
    help: ArgumentHelp("The key of that certificate; nobody else may read it.", valueName: "file"),
    completion: .file(extensions: ["pem", "key"])
  )
  var logKey: String?

  func validate() throws {
    guard [1, 3, 5].contains(logReplicas) else {
      throw ValidationError("--log-replicas is 1, 3 or 5: most of the servers have to answer.")
    }
    guard log != nil || security == LogSecurity() else {
      throw ValidationError("the options for a log need one; name it with --log.")
    }
    guard logKey == nil || logCertificate != nil else {
      throw ValidationError("--log-key is the key of --log-certificate; name that as well.")
    }
  }

  private var security: LogSecurity {
    LogSecurity(
      credentials: logCredentials,
      authorities: logCa,
      certificate: logCertificate,
      key: logKey
    )
  }

  /// Opens the log, and makes it if there is none.
  ///
  /// - Throws: ``Failure`` with what is wrong.
  func open(_ address: LogAddress) async throws -> JetStreamLog {
    do {
      return try await JetStreamLog(at: address, security: security, replicas: logReplicas)
    } catch let error as LogError {
      throw Failure(error)
    }
  }

  private static func address(_ text: String) throws -> LogAddress {
    do { return try LogAddress(text) } catch {
      throw ValidationError("\(error.message); \(error.hint ?? "")")
    }
  }
}

extension Failure {
  /// Ends a command with what is wrong with a log.
  init(_ error: LogError) {
    let status: ExitStatus =
      switch error.code {
      case .unreachable, .closed, .full, .refused: .inputOutput
      default: .badInput
      }
    self.init(status, lines: "\(error)")
  }
}
#endif
