public import FeedModel

/// The link of an item: an address on the web, and the hosts that it may name.
///
/// Addresses are part of the data, so a writer of data could send readers to any site. Only
/// an `https:` address at one of the declared hosts is a link; other addresses are left out.
///
/// ```swift
/// let link = LinkAppearance(to: try TextTemplate("{url}"), hosts: ["ads.example"])
/// link.allows("https://ads.example/derby?from=feed")   // true
/// link.allows("https://ads.example@evil.example/")     // false
/// ```
public struct LinkAppearance: Hashable, Sendable {
  /// The address.
  public var to: TextTemplate
  /// The allowed hosts, each with its port unless that is 443.
  public var hosts: [String]

  /// The maximum length of a link's address, in bytes.
  private static let longest = 2_048

  /// Declares a link.
  ///
  /// - Parameter hosts: The allowed hosts, such as `ads.example` or `ads.example:8443`.
  public init(to: TextTemplate, hosts: [String]) {
    self.to = to
    self.hosts = hosts
  }

  /// Returns the address of an item's link.
  ///
  /// - Returns: The address, or `nil` if it is not allowed.
  public func address(of content: Content) -> String? {
    let address = to.text(content)
    return allows(address) ? address : nil
  }

  /// Returns whether an address may be a link.
  ///
  /// It must follow RFC 3986: ASCII, without spaces or backslashes, which browsers interpret
  /// differently. The part between `https://` and the next `/`, `?` or `#` must equal one of the
  /// hosts, letter by letter: no user name, no other port, no subdomain, no dot at the end.
  ///
  /// - Returns: Whether it is an `https:` address at one of the hosts.
  public func allows(_ address: String) -> Bool {
    guard address.utf8.count <= Self.longest, address.utf8.allSatisfy(Self.isOfAddress) else {
      return false
    }
    let scheme = "https://"
    guard address.prefix(scheme.count).lowercased() == scheme else { return false }
    let host = address.dropFirst(scheme.count).prefix { !"/?#".contains($0) }.lowercased()
    return hosts.contains { $0.lowercased() == host }
  }

  /// Returns whether RFC 3986 allows a byte in an address.
  private static func isOfAddress(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "-._~:/?#[]@!$&'()*+,;=%".utf8.contains(byte)
    }
  }
}
