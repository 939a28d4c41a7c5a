import ArgumentParser
import FeedCommands
import FeedLog

/// The files that secure a connection to an ordered log.
struct LogConnectionOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The file with the credentials for the log; readable only by you.",
      valueName: "file"
    ),
    completion: .file()
  )
  var logCredentials: String?

  @Option(
    help: ArgumentHelp(
      "The certificates to trust for the log's servers, in PEM.",
      valueName: "file"
    ),
    completion: .file(extensions: ["pem", "crt"])
  )
  var logCa: String?

  @Option(
    help: ArgumentHelp("The client certificate for the log.", valueName: "file"),
    completion: .file(extensions: ["pem", "crt"])
  )
  var logCertificate: String?

  @Option(
    help: ArgumentHelp("The key of that certificate; readable only by you.", valueName: "file"),
    completion: .file(extensions: ["pem", "key"])
  )
  var logKey: String?

  func validate() throws {
    guard logKey == nil || logCertificate != nil else {
      throw ValidationError("--log-key belongs to --log-certificate; give both.")
    }
  }

  /// The files that secure the connection.
  var security: LogSecurity {
    LogSecurity(
      credentials: logCredentials,
      authorities: logCa,
      certificate: logCertificate,
      key: logKey
    )
  }

  /// Opens a log.
  ///
  /// - Parameters:
  ///   - replicas: The number of servers that keep a newly created log; `nil` to create none.
  ///   - mayBeMissing: Whether it is opened even if it is gone, or no server has it.
  /// - Throws: ``Failure`` if it cannot be opened.
  func open(
    _ address: LogAddress,
    replicas: Int? = nil,
    mayBeMissing: Bool = false
  ) async throws -> JetStreamLog {
    do {
      return try await JetStreamLog(
        at: address,
        security: security,
        replicas: replicas,
        mayBeMissing: mayBeMissing
      )
    } catch let error as LogError {
      throw Failure(error)
    }
  }

  /// Opens an existing log while a body runs.
  ///
  /// - Throws: ``Failure`` if the log cannot be used; rethrows the error of `body`.
  func withLog<Output>(
    at address: LogAddress,
    _ body: (JetStreamLog) async throws -> Output
  ) async throws -> Output {
    let log = try await open(address)
    let result: Result<Output, any Error>
    do { result = .success(try await body(log)) } catch let error as LogError {
      result = .failure(Failure(error))
    } catch {
      result = .failure(error)
    }
    await log.close()
    return try result.get()
  }

  /// Reads the address of a log from the command line.
  static func address(_ text: String) throws -> LogAddress {
    do { return try LogAddress(text) } catch {
      throw ValidationError("\(error.message); \(error.hint ?? "")")
    }
  }
}

extension Failure {
  /// Creates the failure that ends a command after an error of a log.
  init(_ error: LogError) {
    let status: ExitStatus =
      switch error.code {
      case .unreachable, .closed, .full, .refused: .inputOutput
      case .noStart: .negative
      default: .badInput
      }
    self.init(status, lines: "\(error)")
  }
}
