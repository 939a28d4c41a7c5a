import Foundation

/// The origin of a server as browsers use it: scheme, host and port, without a path.
///
/// ```swift
/// ServerOrigin("https://b.example.com/")?.description   // https://b.example.com
/// ServerOrigin("b.example.com")                         // nil
/// ```
public struct ServerOrigin: Hashable, Sendable, LosslessStringConvertible {
  /// The origin as in an `Origin` header: in lower case, without the default port of the scheme.
  public let description: String

  /// Parses an origin, or returns `nil`.
  ///
  /// - Parameter text: `http://` or `https://` with a host and an optional port. An origin has no path, query,
  ///   user name or password.
  public init?(_ text: String) {
    guard let parts = URLComponents(string: text.lowercased()),
      let scheme = parts.scheme, scheme == "http" || scheme == "https",
      let host = parts.host, !host.isEmpty, host.utf8.allSatisfy(Self.isPlain),
      parts.path.isEmpty || parts.path == "/", parts.query == nil, parts.fragment == nil,
      parts.user == nil, parts.password == nil
    else { return nil }
    guard let port = parts.port, port != (scheme == "https" ? 443 : 80) else {
      description = "\(scheme)://\(host)"
      return
    }
    guard (1...65_535).contains(port) else { return nil }
    description = "\(scheme)://\(host):\(port)"
  }

  /// Returns whether a header can contain the byte in a host without escaping.
  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
      UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: ":"), UInt8(ascii: "["),
      UInt8(ascii: "]"):
      true
    default: false
    }
  }
}
