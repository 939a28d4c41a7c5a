/// An HTTP address, and the headers of its requests.
public struct WebAddress: Hashable, Sendable {
  /// A header of a request.
  public struct Header: Hashable, Sendable {
    /// The name, such as `Authorization`.
    public var name: String
    /// The value, which may contain the names of secrets.
    public var value: SecretText

    /// Declares a header.
    public init(name: String, value: SecretText) {
      self.name = name
      self.value = value
    }
  }

  /// The method of a request.
  public enum Method: String, Hashable, Sendable, CaseIterable {
    /// The address is read.
    case get = "GET"
    /// The body is sent, for example with a query of GraphQL.
    case post = "POST"
  }

  /// The address, `http:` or `https:`; it may contain the names of secrets.
  public var url: SecretText
  /// The headers that are sent in addition to those of the protocol.
  public var headers: [Header]
  /// The method of the requests.
  public var method = Method.get
  /// The body of the requests, or `nil`.
  public var body: OutgoingMessage?

  /// Creates an address.
  public init(url: SecretText, headers: [Header] = []) {
    self.url = url
    self.headers = headers
  }

  /// Returns whether an address has user information, such as `https://user:password@host/`.
  package static func hasUserInformation(_ url: String) -> Bool {
    guard let start = url.firstRange(of: "://")?.upperBound else { return false }
    return url[start...].prefix { !"/?#".contains($0) }.contains("@")
  }

  /// The names of all secrets that a request needs.
  public var secrets: [String] {
    url.names + headers.flatMap(\.value.names) + (body?.texts.flatMap(\.names) ?? [])
  }
}
