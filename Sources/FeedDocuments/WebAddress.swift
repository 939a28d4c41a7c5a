/// What is fetched over HTTP: an address, and the headers of the request.
public struct WebAddress: Hashable, Sendable {
  /// A header of a request.
  public struct Header: Hashable, Sendable {
    /// The name, as `Authorization`.
    public var name: String
    /// The value, which may name secrets.
    public var value: SecretText

    /// Declares a header.
    public init(name: String, value: SecretText) {
      self.name = name
      self.value = value
    }
  }

  /// The address, `http:` or `https:`; it may name secrets.
  public var url: SecretText
  /// The headers that are sent beside those of the protocol.
  public var headers: [Header]

  /// Declares what is fetched.
  public init(url: SecretText, headers: [Header] = []) {
    self.url = url
    self.headers = headers
  }

  /// Looks for user information in an address, as in `https://user:password@host/`.
  ///
  /// - Returns: Whether there is an `@` before the host.
  package static func hasUserInformation(_ url: String) -> Bool {
    guard let start = url.firstRange(of: "://")?.upperBound else { return false }
    return url[start...].prefix { !"/?#".contains($0) }.contains("@")
  }

  /// The names of all secrets that a request needs.
  public var secrets: [String] { url.names + headers.flatMap(\.value.names) }
}
