import HTTPTypes

/// The host names that a server accepts.
///
/// A request with another host comes from a page whose own name was resolved to this server (DNS rebinding).
struct HostRules: Sendable {
  /// The names in lower case, with their ports unless they are the default of the scheme.
  private let hosts: Set<String>
  private let isSecure: Bool
  private let peers: [ServerOrigin]

  /// Creates rules that allow the given names and those of the loopback interface.
  ///
  /// - Parameters:
  ///   - isSecure: Whether clients use TLS.
  ///   - peers: The servers whose pages may read the stream of this server.
  init(_ hosts: some Sequence<String>, isSecure: Bool, peers: [ServerOrigin] = []) {
    self.hosts = Set(hosts.map { $0.lowercased() })
    self.isSecure = isSecure
    self.peers = peers
  }

  /// Returns the peer whose page requests the stream; its pages may read nothing else here.
  func peer(of request: HTTPRequest) -> ServerOrigin? {
    guard request.isStream, let origin = request.headerFields[.origin] else { return nil }
    return peers.first { $0.description == origin }
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
    for origin in fields[values: .origin]
    where !allows(origin: origin, port: port) && peer(of: request)?.description != origin {
      return (.foreignOrigin(origin), .foreignOrigins)
    }
    // Browsers that omit `Origin` still send `Sec-Fetch-Site`.
    if request.method != .get, request.method != .head, let site = fields[.secFetchSite],
      site != "same-origin", site != "none"
    {
      return (.foreignOrigin(site), .foreignOrigins)
    }
    return nil
  }
}

extension HTTPField.Name {
  static var host: Self { Self("Host") ?? .origin }
  static var secFetchSite: Self { Self("Sec-Fetch-Site") ?? .origin }
}
