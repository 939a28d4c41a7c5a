import HTTPTypes

/// The names that a server answers for: whoever calls it by another one is a page of somebody else
/// that had its name point here.
struct HostRules: Sendable {
  /// Lower-case names, with their ports unless those are the scheme's.
  private let hosts: Set<String>
  private let isSecure: Bool
  private let peers: [ServerOrigin]

  /// Allows names, beside those that this machine has for itself.
  ///
  /// - Parameters:
  ///   - hosts: The names, as a `Host` header has them.
  ///   - isSecure: Whether clients come by TLS.
  ///   - peers: The servers whose pages may follow the feed here.
  init(_ hosts: some Sequence<String>, isSecure: Bool, peers: [ServerOrigin] = []) {
    self.hosts = Set(hosts.map { $0.lowercased() })
    self.isSecure = isSecure
    self.peers = peers
  }

  /// The peer whose page asks for the stream, which is all that it may read here.
  func peer(of request: HTTPRequest) -> ServerOrigin? {
    guard request.isStream, let origin = request.headerFields[.origin] else { return nil }
    return peers.first { $0.description == origin }
  }

  /// Whether a name with a port is one of the server's, which listens on a port.
  private func allows(_ host: some StringProtocol, port: Int) -> Bool {
    let host = host.lowercased()
    if hosts.contains(host) { return true }
    return ["127.0.0.1", "localhost", "[::1]"].contains { name in
      host == "\(name):\(port)" || port == (isSecure ? 443 : 80) && host == name
    }
  }

  /// Whether a page is one of the server's own; behind a reverse proxy it may be the proxy that speaks TLS.
  private func allows(origin: String, port: Int) -> Bool {
    let origin = origin.lowercased()
    return (isSecure ? ["https://"] : ["http://", "https://"]).contains { scheme in
      origin.hasPrefix(scheme) && allows(origin.dropFirst(scheme.count), port: port)
    }
  }

  /// Says why a request is not for this server.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - port: The port that the server listens on.
  /// - Returns: The refusal with what to count it as, or `nil` if the request may pass.
  func refusal(
    of request: HTTPRequest,
    port: Int
  ) -> (refusal: Refusal, counter: Counter)? {
    let fields = request.headerFields
    // A second `Host` stands among the other headers.
    guard let host = request.authority, fields[values: .host].isEmpty else {
      return (.missingHost, .foreignHosts)
    }
    guard allows(host, port: port) else { return (.foreignHost(host), .foreignHosts) }
    for origin in fields[values: .origin]
    where !allows(origin: origin, port: port) && peer(of: request)?.description != origin {
      return (.foreignOrigin(origin), .foreignOrigins)
    }
    // A browser that sends no origin still says whether another site asks.
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
