import FeedSnapshots

/// Why a served feed cannot be followed, or not at the moment.
///
/// ```
/// error[unreachable]: nobody listens at 127.0.0.1:8080
///   hint: is 'feed serve' running there? its first line says where it listens
/// ```
public struct ClientError: Error, Hashable, Sendable {
  /// What kind of error it is: stable, and safe as the name of a metric.
  public enum Code: String, Hashable, Sendable, CaseIterable {
    /// The address is not one that a feed can be served at.
    case invalidURL = "invalid-url"
    /// The file of the certificates to trust cannot be used.
    case badCertificate = "bad-certificate"
    /// There is no such host, or nobody listens there.
    case unreachable
    /// There is no secure connection, as the certificate is not trusted.
    case insecure
    /// The server has refused the request.
    case refused
    /// What answers is not a feed.
    case notAFeed = "not-a-feed"
    /// The server sends its clients to another host.
    case redirected
    /// The server has sent what no client can perform, or what is held differs from what the server has.
    case invalidFeed = "invalid-feed"
    /// Nothing has come for too long.
    case silent
    /// The connection has ended without a word.
    case disconnected
    /// The server has ended the connection and has said when to come back.
    case goodbye
    /// The server shows an older version than another one has shown.
    case behind
  }

  /// What kind of error it is.
  public let code: Code
  /// What is wrong.
  public let message: String
  /// The one likely remedy, if there is one.
  public let hint: String?
  /// The status of the answer, where the server has refused.
  public let status: Int?

  init(_ code: Code, _ message: String, hint: String? = nil, status: Int? = nil) {
    self.code = code
    self.message = message
    self.hint = hint
    self.status = status
  }

  /// Whether asking again leads nowhere, unless the feed was there before.
  var isFinal: Bool {
    switch code {
    case .invalidURL, .badCertificate, .notAFeed, .redirected: true
    case .refused: status.map { (400..<500).contains($0) && ![408, 425, 429].contains($0) } ?? true
    case .unreachable, .insecure, .invalidFeed, .silent, .disconnected, .goodbye, .behind: false
    }
  }
}

extension ClientError: CustomStringConvertible {
  /// The error as the commands print it, with the hint on a line of its own.
  public var description: String { String(error: code.rawValue, message, hint: hint) }
}
