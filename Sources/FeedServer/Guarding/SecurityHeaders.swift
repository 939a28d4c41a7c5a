import HTTPTypes

/// What every answer says to browsers: nothing of it may be framed, sniffed, or used by other sites.
enum SecurityHeaders {
  private static let all: [(HTTPField.Name, String)] = [
    (
      .contentSecurityPolicy,
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
        + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
        + "require-trusted-types-for 'script'"
    ),
    (.xContentTypeOptions, "nosniff"),
    (named("Referrer-Policy"), "no-referrer"),
    (named("Cross-Origin-Resource-Policy"), "same-origin"),
    (named("Cross-Origin-Opener-Policy"), "same-origin"),
    (named("Permissions-Policy"), "camera=(), geolocation=(), microphone=(), payment=()"),
  ]

  /// Adds them to an answer.
  ///
  /// - Parameters:
  ///   - response: The answer.
  ///   - isSecure: Whether it goes over TLS.
  static func add(to response: inout HTTPResponse, isSecure: Bool) {
    for (name, value) in all { response.headerFields[name] = value }
    if isSecure { response.headerFields[.strictTransportSecurity] = "max-age=31536000" }
  }

  private static func named(_ name: String) -> HTTPField.Name {
    guard let name = HTTPField.Name(name) else { preconditionFailure("'\(name)' is no header") }
    return name
  }
}
