import FeedSnapshots

/// The reason why a served feed cannot be followed, permanently or at the moment.
///
/// ```
/// error[unreachable]: no server listens at 127.0.0.1:8080
///   hint: start 'feed serve' there; its first line shows the address
/// ```
public struct ClientError: Error, Hashable, Sendable {
  /// The kind of an error: a stable word, suitable as the name of a metric.
  public enum Code: String, Hashable, Sendable, CaseIterable {
    /// The address is not valid.
    case invalidURL = "invalid-url"
    /// The file of the trusted certificates is missing or invalid.
    case badCertificate = "bad-certificate"
    /// The host is unknown, or no server listens there.
    case unreachable
    /// The certificate of the server is not trusted.
    case insecure
    /// The server has rejected the request.
    case refused
    /// The answer is not a feed.
    case notAFeed = "not-a-feed"
    /// The server redirects to another host.
    case redirected
    /// The server has sent invalid data, or its content differs from the held content.
    case invalidFeed = "invalid-feed"
    /// No data has arrived for too long.
    case silent
    /// The connection has ended without a `bye`.
    case disconnected
    /// The server has ended the connection with a time to reconnect.
    case goodbye
    /// The server has an older version than another server.
    case behind
  }

  /// The kind of error.
  public let code: Code
  /// A description of the error.
  public let message: String
  /// A suggested correction, or `nil`.
  public let hint: String?
  /// The HTTP status if the server has rejected the request.
  public let status: Int?

  init(_ code: Code, _ message: String, hint: String? = nil, status: Int? = nil) {
    self.code = code
    self.message = message
    self.hint = hint
    self.status = status
  }

  /// Whether a retry cannot succeed, unless the address has served a feed before.
  var isFinal: Bool {
    switch code {
    case .invalidURL, .badCertificate, .notAFeed, .redirected: true
    case .refused: status.map { (400..<500).contains($0) && ![408, 425, 429].contains($0) } ?? true
    case .unreachable, .insecure, .invalidFeed, .silent, .disconnected, .goodbye, .behind: false
    }
  }
}

extension ClientError: CustomStringConvertible {
  /// The error as the commands print it, with the hint on a separate line.
  public var description: String { String(error: code.rawValue, message, hint: hint) }
}
