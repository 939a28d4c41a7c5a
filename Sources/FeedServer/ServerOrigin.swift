import Foundation

/// A server as browsers call it: scheme, host and port, without a path.
///
/// ```swift
/// ServerOrigin("https://b.example.com/")?.description   // https://b.example.com
/// ServerOrigin("b.example.com")                         // nil
/// ```
public struct ServerOrigin: Hashable, Sendable, LosslessStringConvertible {
  /// The origin as an `Origin` header has it: in lower case, without the port that belongs to the scheme.
  public let description: String

  /// Reads an origin.
  ///
  /// - Parameter text: `http://` or `https://` with a host, and a port if it is another one; a path, a query,
  ///   a name or a password makes it `nil`.
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

  /// It stands in a header, where nothing of it may mean anything else.
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
