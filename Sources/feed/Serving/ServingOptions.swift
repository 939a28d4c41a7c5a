#if Server
import ArgumentParser
import FeedServer
import Logging

/// Where a feed is served, and to whom.
struct ServingOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Where clients come; port 0 for any that is free. (default: 127.0.0.1:8080)",
      valueName: "address:port"
    ),
    transform: Self.address
  )
  var listen: ListeningAddress?

  // The name of '--listen' in other servers.
  @Option(help: .hidden)
  var port: UInt16?

  @Option(
    help: ArgumentHelp(
      "What clients call the server, as feed.example.com; may be given more than once.",
      valueName: "host"
    )
  )
  var allowedHost: [String] = []

  @Option(
    help: ArgumentHelp(
      "Another replica of this feed, as browsers call it: https://b.example.com; may be given more than "
        + "once. The page goes on there when this server is gone.",
      valueName: "url"
    ),
    transform: Self.peer
  )
  var peer: [ServerOrigin] = []

  @Option(
    help: ArgumentHelp(
      "Where /metrics, /v1/health and /v1/ready are; without it, where clients come.",
      valueName: "address:port"
    ),
    transform: Self.address
  )
  var adminListen: ListeningAddress?

  @Option(
    help: ArgumentHelp(
      "The file of the token that clients write with; nobody else may read it.",
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
    help: ArgumentHelp("The certificate's key in PEM; nobody else may read it.", valueName: "file"),
    completion: .file(extensions: ["pem", "key"])
  )
  var tlsKey: String?

  @Option(help: ArgumentHelp("The connections at once, of all clients.", valueName: "number"))
  var maxConnections = ServerLimits().connections

  @Option(
    help: ArgumentHelp(
      "The connections at once of one address; 256, and as many as there may be of this machine.",
      valueName: "number"
    )
  )
  var maxConnectionsPerAddress: Int?

  @Option(help: ArgumentHelp("How much is logged.", valueName: "level"))
  var logLevel = LogLevel.notice

  func validate() throws {
    guard (tlsCertificate == nil) == (tlsKey == nil) else {
      throw ValidationError("--tls-certificate and --tls-key are given together, or not at all.")
    }
    guard listen == nil || port == nil else {
      throw ValidationError("--port is short for --listen 127.0.0.1:PORT; give one of both.")
    }
    guard maxConnections > 0, maxConnectionsPerAddress ?? 1 > 0 else {
      throw ValidationError("A server has at least one connection.")
    }
  }

  /// Whether clients come by TLS.
  var isSecure: Bool { tlsCertificate != nil }

  /// What the options say.
  ///
  /// - Throws: ``ServerError`` if a file is not what it should be.
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

  /// Says where the server listens, a line for each place.
  static func announce(_ address: ListeningAddress, isSecure: Bool) {
    let scheme = isSecure && !address.isAdmin ? "https" : "http"
    let place = "\(scheme)://\(address)"
    try? Console.print("\(address.isAdmin ? "metrics" : "listening") on \(place)")
  }

  static func peer(_ text: String) throws -> ServerOrigin {
    guard let peer = ServerOrigin(text) else {
      throw ValidationError("'\(text)' is no server; for example https://b.example.com.")
    }
    return peer
  }

  static func address(_ text: String) throws -> ListeningAddress {
    guard let address = ListeningAddress(text) else {
      throw ValidationError("'\(text)' is no address with a port; for example 127.0.0.1:8080.")
    }
    return address
  }
}

/// How much is logged.
enum LogLevel: String, CaseIterable, ExpressibleByArgument {
  case trace, debug, info, notice, warning, error, critical

  var level: Logger.Level { Logger.Level(rawValue: rawValue) ?? .notice }
}
#endif
