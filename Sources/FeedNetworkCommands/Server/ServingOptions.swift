import ArgumentParser
import FeedCommands
import FeedServer
import Foundation
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

  @Option(help: ArgumentHelp("Short for --listen 127.0.0.1:PORT.", valueName: "port"))
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
    help: ArgumentHelp(
      "The file of a token for reading; without this and the next two options, everyone may read.",
      valueName: "file"
    ),
    completion: .file()
  )
  var readTokenFile: String?

  @Option(
    help: ArgumentHelp(
      "The public key, or the JSON Web Key Set, of tokens whose claim 'feed' lists the sections "
        + "that their holders may read.",
      valueName: "file"
    ),
    completion: .file(extensions: ["pem", "json", "jwks"])
  )
  var jwtKey: String?

  @Option(
    help: ArgumentHelp("The name of this server in the claim 'aud'.", valueName: "name")
  )
  var jwtAudience: String?

  @Option(
    help: ArgumentHelp(
      "The URL of an application that decides, request by request, who may read.",
      valueName: "url"
    ),
    transform: Self.application
  )
  var authorize: URL?

  @Option(
    help: ArgumentHelp(
      "An origin whose pages may use the server, https://app.example.com; may be given more than "
        + "once.",
      valueName: "origin"
    ),
    transform: Self.origin
  )
  var allowOrigin: [ServerOrigin] = []

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

  @Flag(help: .hidden)
  var textLog = false

  /// The logger of the server: JSON Lines, or texts for a reader at a terminal.
  var logger: Logger {
    let level = logLevel.level
    return Logger(label: "feed.serve") { label -> any LogHandler in
      textLog ? TextLog(logLevel: level) : JSONLog(logLevel: level, label: label)
    }
  }

  func validate() throws {
    guard (tlsCertificate == nil) == (tlsKey == nil) else {
      throw ValidationError("--tls-certificate and --tls-key must be given together.")
    }
    guard listen == nil || port == nil else {
      throw ValidationError("--port is short for --listen 127.0.0.1:PORT; give only one of them.")
    }
    guard jwtAudience == nil || jwtKey != nil else {
      throw ValidationError("--jwt-audience needs --jwt-key.")
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
  func configuration() async throws -> FeedServerConfiguration {
    var configuration = FeedServerConfiguration()
    configuration.address =
      listen ?? ListeningAddress(host: "127.0.0.1", port: port.map(Int.init) ?? 8080)
    configuration.adminAddress = adminListen
    configuration.allowedHosts = allowedHost
    configuration.peers = peer
    configuration.limits.connections = maxConnections
    configuration.limits.connectionsPerAddress = maxConnectionsPerAddress
    if let tokenFile { configuration.token = try BearerToken(file: tokenFile) }
    configuration.allowedOrigins = allowOrigin
    configuration.reading.application = authorize
    if let readTokenFile { configuration.reading.token = try BearerToken(file: readTokenFile) }
    if let jwtKey {
      configuration.reading.keys = try await TokenKeys(file: jwtKey, audience: jwtAudience)
    }
    if let tlsCertificate, let tlsKey {
      configuration.identity = try ServerIdentity(certificate: tlsCertificate, key: tlsKey)
    }
    try configuration.check()
    return configuration
  }

  /// Prints the address at which the server listens.
  static func printAddress(_ address: ListeningAddress, isSecure: Bool) {
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

  static func origin(_ text: String) throws -> ServerOrigin {
    guard let origin = ServerOrigin(text) else {
      throw ValidationError("'\(text)' is not an origin; for example https://app.example.com.")
    }
    return origin
  }

  static func application(_ text: String) throws -> URL {
    guard let url = URL(string: text), ["http", "https"].contains(url.scheme), url.host != nil
    else {
      throw ValidationError("'\(text)' is not a URL; for example http://127.0.0.1:3000/feed-auth.")
    }
    return url
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
