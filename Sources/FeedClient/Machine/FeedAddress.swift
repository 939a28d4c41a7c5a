import FeedFormatting
import FeedWire
import Foundation

/// The address of a served feed: the part of a URL before `/v1`.
struct FeedAddress: Hashable, Sendable {
  let scheme: String
  let host: String
  /// The port, if it differs from the default of the scheme.
  let port: Int?
  /// The path before `/v1`, without a trailing slash.
  let path: String

  /// Parses an address.
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
        hint: "remove the part after '?' or '#'; select sections with an option"
      )
    }
    guard parts.port.map({ (1...65_535).contains($0) }) ?? true else {
      throw ClientError(.invalidURL, "'\(shown)' has an invalid port")
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

  /// Parses addresses, and removes duplicates.
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
        "the list of addresses is empty",
        hint: "for example http://127.0.0.1:8080"
      )
    }
    return addresses
  }

  /// The scheme, host and port for a request.
  var origin: String { "\(scheme)://\(authority)" }

  /// The host and port for messages.
  var authority: String {
    let name = host.contains(":") && !host.hasPrefix("[") ? "[\(host)]" : host
    return port.map { "\(name):\($0)" } ?? name
  }

  /// Returns the URL of the stream for a configuration.
  func stream(_ configuration: FeedClientConfiguration) -> String {
    var query = ["heartbeat=\(configuration.heartbeatInterval.milliseconds)"]
    let conflate = configuration.conflate.milliseconds
    if conflate > 0 { query.append("conflate=\(conflate)") }
    if !configuration.sections.isAll {
      query.append("sections=\(Self.encoded(configuration.sections.description))")
    }
    query += (configuration.windows?.query ?? []).map { "window=\(Self.encoded($0))" }
    if configuration.hasRawValues { query.append("values=raw") }
    return "\(origin)\(path)/v1/stream?\(query.joined(separator: "&"))"
  }

  /// The URL at which windows are moved.
  var window: String { "\(origin)\(path)/v1/window" }

  /// The URL of the layouts.
  var layouts: String { "\(origin)\(path)/v1/layouts" }

  /// Returns the target of a redirection, if it stays with the server.
  ///
  /// - Returns: A URL of the same origin, or of the same host with `https`; otherwise `nil`.
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

  /// Returns an untrusted text for a message: shortened, and without control characters.
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

extension Duration {
  /// The whole milliseconds, not negative.
  var milliseconds: Int {
    let (seconds, attoseconds) = components
    guard seconds >= 0, attoseconds >= 0 else { return 0 }
    return Int(min(seconds, 1_000_000)) * 1000 + Int(attoseconds / 1_000_000_000_000_000)
  }
}
