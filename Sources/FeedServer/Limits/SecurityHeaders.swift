import HTTPTypes

/// The security headers of every answer: no framing, no sniffing, no use by other sites.
struct SecurityHeaders: Sendable {
  private let all: [(HTTPField.Name, String)]
  private let variesByOrigin: Bool
  /// The policy of answers without their own policy.
  private let policy: String

  /// Creates the headers of a server.
  ///
  /// - Parameters:
  ///   - isSecure: Whether answers are sent over TLS.
  ///   - peers: The servers that the page may also connect to.
  ///   - variesByOrigin: Whether pages of other origins may read some answers.
  init(isSecure: Bool, peers: [ServerOrigin] = [], variesByOrigin: Bool = false) {
    self.variesByOrigin = variesByOrigin
    policy = Self.policy(peers: peers)
    let secure = isSecure ? [(HTTPField.Name.strictTransportSecurity, "max-age=31536000")] : []
    all =
      [
        (.xContentTypeOptions, "nosniff"),
        (Self.named("Referrer-Policy"), "no-referrer"),
        (Self.named("Cross-Origin-Resource-Policy"), "same-origin"),
        (Self.named("Cross-Origin-Opener-Policy"), "same-origin"),
        (Self.named("Permissions-Policy"), "camera=(), geolocation=(), microphone=(), payment=()"),
      ] + secure
  }

  /// Returns the content security policy of a page.
  ///
  /// - Parameters:
  ///   - peers: The servers that the page may also connect to.
  ///   - images: The hosts of the pictures that the page may also show.
  static func policy(peers: [ServerOrigin], images: [String] = []) -> String {
    let connections = (["'self'"] + peers.map(\.description)).joined(separator: " ")
    let pictures = (["'self'"] + images.map { "https://\($0)" }).joined(separator: " ")
    return "default-src 'none'; script-src 'self'; style-src 'self'; img-src \(pictures); "
      + "connect-src \(connections); base-uri 'none'; form-action 'none'; "
      + "frame-ancestors 'none'; require-trusted-types-for 'script'"
  }

  /// Adds the headers to an answer.
  ///
  /// - Parameter other: The other origin whose page has sent the request and may read the answer.
  func add(to response: inout HTTPResponse, readableBy other: OtherOrigin?) {
    for (name, value) in all { response.headerFields[name] = value }
    if response.headerFields[.contentSecurityPolicy] == nil {
      response.headerFields[.contentSecurityPolicy] = policy
    }
    guard other != nil || variesByOrigin else { return }
    let varied = response.headerFields[.vary].map { "\($0), Origin" }
    response.headerFields[.vary] = varied ?? "Origin"
    guard let other else { return }
    response.headerFields[.accessControlAllowOrigin] = other.origin.description
    guard !other.isPeer else { return }
    response.headerFields[.accessControlAllowCredentials] = "true"
    response.headerFields[.accessControlExposeHeaders] = "ETag, Retry-After"
    response.headerFields[Self.named("Cross-Origin-Resource-Policy")] = "cross-origin"
  }

  private static func named(_ name: String) -> HTTPField.Name {
    guard let name = HTTPField.Name(name) else { preconditionFailure("'\(name)' is not a header") }
    return name
  }
}
