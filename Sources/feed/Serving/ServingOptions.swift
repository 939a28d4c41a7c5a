#if Server
import ArgumentParser
import FeedServer
import Logging

/// The addresses of a server, and the rights of its clients.
struct ServingOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The address for clients; port 0 for any free port. (default: 127.0.0.1:8080)",
      valueName: "address:port"
    ),
    transform: Self.address
  )
  var listen: ListeningAddress?

  // Other servers call '--listen' so.
  @Option(help: .hidden)
  var port: UInt16?

  @Option(
    help: ArgumentHelp(
      "A name of the server, such as feed.example.com; may be given more than once.",
      valueName: "host"
    )
  )
  var allowedHost: [String] = []

  @Option(
    help: ArgumentHelp(
      "The URL of another replica for browsers, https://b.example.com; may be given more than "
        + "once. The page reconnects there when this server is gone.",
      valueName: "url"
    ),
    transform: Self.peer
  )
  var peer: [ServerOrigin] = []

  @Option(
    help: ArgumentHelp(
      "The address of /metrics, /v1/health and /v1/ready; without it, that for clients.",
      valueName: "address:port"
    ),
    transform: Self.address
  )
  var adminListen: ListeningAddress?

  @Option(
    help: ArgumentHelp(
      "The file of the token for writes; readable only by you.",
      valueName: "file"
    ),
    completion: .file()
  )
  var tokenFile: String?

  @Option(
    help: ArgumentHelp("The certificate in PEM, for TLS and HTTP/2.", valueName: "file"),
    completion: .file(extensions: ["pem", "crt"])
  )
  var tlsCertificate: String?

  @Option(
    help: ArgumentHelp("The certificate's key in PEM; readable only by you.", valueName: "file"),
    completion: .file(extensions: ["pem", "key"])
  )
  var tlsKey: String?

  @Option(help: ArgumentHelp("The maximum number of connections.", valueName: "number"))
  var maxConnections = ServerLimits().connections

  @Option(
    help: ArgumentHelp(
      "The maximum number of connections of one address; by default 256, except for this machine.",
      valueName: "number"
    )
  )
  var maxConnectionsPerAddress: Int?

  @Option(help: ArgumentHelp("The lowest level that is logged.", valueName: "level"))
  var logLevel = LogLevel.notice

  func validate() throws {
    guard (tlsCertificate == nil) == (tlsKey == nil) else {
      throw ValidationError("--tls-certificate and --tls-key must be given together.")
    }
    guard listen == nil || port == nil else {
      throw ValidationError("--port is short for --listen 127.0.0.1:PORT; give only one of them.")
    }
    guard maxConnections > 0, maxConnectionsPerAddress ?? 1 > 0 else {
      throw ValidationError("--max-connections must be at least 1.")
    }
  }

  /// Whether clients connect with TLS.
  var isSecure: Bool { tlsCertificate != nil }

  /// Returns the configuration that the options describe.
  ///
  /// - Throws: ``ServerError`` if a file is not valid.
  func configuration() throws -> FeedServerConfiguration {
    var configuration = FeedServerConfiguration()
    configuration.address =
      listen ?? ListeningAddress(host: "127.0.0.1", port: port.map(Int.init) ?? 8080)
    configuration.adminAddress = adminListen
    configuration.allowedHosts = allowedHost
    configuration.peers = peer
    configuration.limits.connections = maxConnections
    configuration.limits.connectionsPerAddress = maxConnectionsPerAddress
    if let tokenFile { configuration.token = try BearerToken(file: tokenFile) }
    if let tlsCertificate, let tlsKey {
      configuration.identity = try ServerIdentity(certificate: tlsCertificate, key: tlsKey)
    }
    try configuration.check()
    return configuration
  }

  /// Prints the address at which the server listens.
  static func announce(_ address: ListeningAddress, isSecure: Bool) {
    let scheme = isSecure && !address.isAdmin ? "https" : "http"
    let place = "\(scheme)://\(address)"
    try? Console.print("\(address.isAdmin ? "metrics" : "listening") on \(place)")
  }

  static func peer(_ text: String) throws -> ServerOrigin {
    guard let peer = ServerOrigin(text) else {
      throw ValidationError("'\(text)' is not a server; for example https://b.example.com.")
    }
    return peer
  }

  static func address(_ text: String) throws -> ListeningAddress {
    guard let address = ListeningAddress(text) else {
      throw ValidationError("'\(text)' is not an address with a port; for example 127.0.0.1:8080.")
    }
    return address
  }
}

/// The lowest level that is logged.
enum LogLevel: String, CaseIterable, ExpressibleByArgument {
  case trace, debug, info, notice, warning, error, critical

  var level: Logger.Level { Logger.Level(rawValue: rawValue) ?? .notice }
}
#endif
