#if Log
import ArgumentParser
import FeedLog

/// By which files a connection to an ordered log is secured.
struct LogConnectionOptions: ParsableArguments {
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
    help: ArgumentHelp("The certificate that the log knows this program by.", valueName: "file"),
    completion: .file(extensions: ["pem", "crt"])
  )
  var logCertificate: String?

  @Option(
    help: ArgumentHelp("The key of that certificate; nobody else may read it.", valueName: "file"),
    completion: .file(extensions: ["pem", "key"])
  )
  var logKey: String?

  func validate() throws {
    guard logKey == nil || logCertificate != nil else {
      throw ValidationError("--log-key is the key of --log-certificate; name that as well.")
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
  ///   - address: Where it is.
  ///   - replicas: How many servers keep it, if there is none and it is made; `nil` if none is to be made.
  ///   - mayBeMissing: Whether it is opened as well if it is gone, or no server has it.
  /// - Returns: The log.
  /// - Throws: ``Failure`` with what is wrong.
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

  /// Opens a log that there is, for as long as a body runs.
  ///
  /// - Parameters:
  ///   - address: Where it is.
  ///   - body: What to do with it.
  /// - Returns: What the body returns.
  /// - Throws: ``Failure`` with what is wrong; what the body throws.
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
  /// Ends a command with what is wrong with a log.
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
#endif
