import FeedFormatting
import FeedWire
import Foundation

/// Where a feed is served: the part of an address in front of `/v1`.
struct FeedAddress: Hashable, Sendable {
  let scheme: String
  let host: String
  /// The port, if it is not the one that belongs to the scheme.
  let port: Int?
  /// The path in front of `/v1`, without a slash at its end.
  let path: String

  /// Reads an address.
  ///
  /// - Throws: ``ClientError`` with code ``ClientError/Code/invalidURL``.
  init(_ text: String) throws(ClientError) {
    let shown = Self.shown(text)
    guard let parts = URLComponents(string: text), let scheme = parts.scheme?.lowercased(),
      scheme == "http" || scheme == "https", let host = parts.host, !host.isEmpty
    else {
      let isBare = !text.contains("://") && URLComponents(string: "http://" + text)?.host != nil
      throw ClientError(
        .invalidURL,
        "'\(shown)' is not the address of a server",
        hint: isBare ? "write http://\(shown)" : "for example http://127.0.0.1:8080"
      )
    }
    guard parts.user == nil, parts.password == nil else {
      throw ClientError(
        .invalidURL,
        "the address of '\(Self.shown(host))' contains a name or a password",
        hint: "leave them out: addresses end up in logs"
      )
    }
    guard parts.query == nil, parts.fragment == nil else {
      throw ClientError(
        .invalidURL,
        "'\(shown)' contains a query",
        hint: "leave out what is behind '?' or '#'; sections are chosen by an option"
      )
    }
    guard parts.port.map({ (1...65_535).contains($0) }) ?? true else {
      throw ClientError(.invalidURL, "'\(shown)' has a port that does not exist")
    }
    self.scheme = scheme
    self.host = host.lowercased()
    port = parts.port == Self.port(of: scheme) ? nil : parts.port
    var path = parts.percentEncodedPath
    for end in ["/v1/stream", "/v1/feed", "/v1"] where path.hasSuffix(end) {
      path.removeLast(end.count)
      break
    }
    while path.hasSuffix("/") { path.removeLast() }
    self.path = path
  }

  /// Reads addresses, each of them once.
  ///
  /// - Throws: ``ClientError`` with code ``ClientError/Code/invalidURL``.
  static func read(_ texts: [String]) throws(ClientError) -> [FeedAddress] {
    var addresses: [FeedAddress] = []
    for text in texts {
      let address = try FeedAddress(text)
      if !addresses.contains(address) { addresses.append(address) }
    }
    guard !addresses.isEmpty else {
      throw ClientError(
        .invalidURL,
        "there is no address to follow a feed at",
        hint: "for example http://127.0.0.1:8080"
      )
    }
    return addresses
  }

  /// Scheme, host and port, as a request names them.
  var origin: String { "\(scheme)://\(authority)" }

  /// Host and port, as messages name them.
  var authority: String {
    let name = host.contains(":") && !host.hasPrefix("[") ? "[\(host)]" : host
    return port.map { "\(name):\($0)" } ?? name
  }

  /// The stream, with what is asked for.
  func stream(_ configuration: FeedClientConfiguration) -> String {
    var query = ["heartbeat=\(configuration.heartbeatInterval.milliseconds)"]
    let conflate = configuration.conflate.milliseconds
    if conflate > 0 { query.append("conflate=\(conflate)") }
    if !configuration.sections.isAll {
      query.append("sections=\(Self.encoded(configuration.sections.description))")
    }
    return "\(origin)\(path)/v1/stream?\(query.joined(separator: "&"))"
  }

  /// Where a redirection leads, if it stays with the server.
  ///
  /// - Parameters:
  ///   - location: What the answer says.
  ///   - url: What was asked for.
  /// - Returns: An address of the same origin, or of the same host by `https`; `nil` for all others.
  func redirection(to location: String, from url: String) -> String? {
    guard let target = URL(string: location, relativeTo: URL(string: url))?.absoluteURL,
      let parts = URLComponents(url: target, resolvingAgainstBaseURL: true),
      parts.user == nil, parts.password == nil, parts.host?.lowercased() == host,
      let scheme = parts.scheme?.lowercased()
    else { return nil }
    let other = parts.port == Self.port(of: scheme) ? nil : parts.port
    let isUpgrade = self.scheme == "http" && scheme == "https" && port == nil && other == nil
    return isUpgrade || scheme == self.scheme && other == port ? target.absoluteString : nil
  }

  private static func port(of scheme: String) -> Int { scheme == "https" ? 443 : 80 }

  /// A text of somebody else's, for a message.
  static func shown(_ text: String) -> String { String(text.prefix(200)).inert }

  private static func encoded(_ text: String) -> String {
    let plain = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~*,/".utf8)
    return text.utf8.map { byte in
      plain.contains(byte)
        ? String(UnicodeScalar(byte))
        : (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
    }.joined()
  }
}

extension FeedClientConfiguration {
  /// The time between two signs of life, as servers allow it.
  var heartbeatInterval: Duration { min(max(heartbeat, .milliseconds(500)), .seconds(30)) }
}

extension Duration {
  /// Whole milliseconds, none below zero.
  var milliseconds: Int {
    let (seconds, attoseconds) = components
    guard seconds >= 0, attoseconds >= 0 else { return 0 }
    return Int(min(seconds, 1_000_000)) * 1000 + Int(attoseconds / 1_000_000_000_000_000)
  }
}
