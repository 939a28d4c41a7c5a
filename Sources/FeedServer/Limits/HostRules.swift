import HTTPTypes

/// The host names that a server accepts.
///
/// A request with another host comes from a page whose own name was resolved to this server (DNS rebinding).
struct HostRules: Sendable {
  /// The names in lower case, with their ports unless they are the default of the scheme.
  private let hosts: Set<String>
  private let isSecure: Bool
  private let peers: [ServerOrigin]
  private let allowedOrigins: [ServerOrigin]

  /// Creates rules that allow the given names and those of the loopback interface.
  ///
  /// - Parameters:
  ///   - isSecure: Whether clients use TLS.
  ///   - peers: The servers whose pages may read the stream of this server.
  ///   - allowedOrigins: The origins whose pages may use this server.
  init(
    _ hosts: some Sequence<String>,
    isSecure: Bool,
    peers: [ServerOrigin] = [],
    allowedOrigins: [ServerOrigin] = []
  ) {
    self.hosts = Set(hosts.map { $0.lowercased() })
    self.isSecure = isSecure
    self.peers = peers
    self.allowedOrigins = allowedOrigins
  }

  /// Returns the other origin whose page has sent a request and may read the answer.
  ///
  /// Pages of a peer may read the stream and nothing else.
  func other(of request: HTTPRequest) -> OtherOrigin? {
    guard let origin = request.headerFields[.origin] else { return nil }
    if let allowed = allowedOrigins.first(where: { $0.description == origin }) {
      return OtherOrigin(origin: allowed, isPeer: false)
    }
    guard request.isStream else { return nil }
    return peers.first { $0.description == origin }.map { OtherOrigin(origin: $0, isPeer: true) }
  }

  /// Returns whether a host belongs to the server, given the port that it listens on.
  private func allows(_ host: some StringProtocol, port: Int) -> Bool {
    let host = host.lowercased()
    if hosts.contains(host) { return true }
    return ["127.0.0.1", "localhost", "[::1]"].contains { name in
      host == "\(name):\(port)" || port == (isSecure ? 443 : 80) && host == name
    }
  }

  /// Returns whether an origin belongs to the server.
  ///
  /// Plain HTTP also accepts `https://` origins, because a reverse proxy may terminate TLS.
  private func allows(origin: String, port: Int) -> Bool {
    let origin = origin.lowercased()
    return (isSecure ? ["https://"] : ["http://", "https://"]).contains { scheme in
      origin.hasPrefix(scheme) && allows(origin.dropFirst(scheme.count), port: port)
    }
  }

  /// Returns the reason to reject a request, or `nil`.
  ///
  /// - Returns: The refusal and its counter, or `nil` if the request is accepted.
  func refusal(
    of request: HTTPRequest,
    port: Int
  ) -> (refusal: Refusal, counter: Counter)? {
    let fields = request.headerFields
    // `authority` holds the first `Host` header; a second one is among the header fields.
    guard let host = request.authority, fields[values: .host].isEmpty else {
      return (.missingHost, .foreignHosts)
    }
    guard allows(host, port: port) else { return (.foreignHost(host), .foreignHosts) }
    let other = other(of: request)
    for origin in fields[values: .origin]
    where !allows(origin: origin, port: port) && other?.origin.description != origin {
      return (.foreignOrigin(origin), .foreignOrigins)
    }
    // Browsers that omit `Origin` still send `Sec-Fetch-Site`.
    if request.method != .get, request.method != .head, let site = fields[.secFetchSite],
      site != "same-origin", site != "none", other == nil
    {
      return (.foreignOrigin(site), .foreignOrigins)
    }
    return nil
  }
}

/// Another origin whose page may read an answer.
struct OtherOrigin {
  let origin: ServerOrigin
  /// Whether it is another server of the same feed, whose page sends no credentials.
  let isPeer: Bool
}

extension HTTPField.Name {
  static var host: Self { Self("Host") ?? .origin }
  static var secFetchSite: Self { Self("Sec-Fetch-Site") ?? .origin }
}
