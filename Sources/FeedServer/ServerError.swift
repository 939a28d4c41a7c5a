import FeedModel
import FeedSnapshots

/// An error that prevents the start of a server.
public struct ServerError: Error, Hashable, Sendable {
  /// The kind of error; the same word in every release.
  public let code: Code
  /// A description of the error.
  public let message: String
  /// A suggested correction, or `nil`.
  public let hint: String?

  /// The kinds of errors.
  public enum Code: String, Hashable, Sendable, CaseIterable {
    /// The server cannot listen on the address.
    case cannotListen = "cannot-listen"
    /// The server is reachable from other machines, but no host is allowed.
    case missingHost = "missing-allowed-host"
    /// The token is too short or contains invalid characters.
    case badToken = "bad-token"
    /// The file cannot be read.
    case unreadableFile = "unreadable-file"
    /// Other users may read the file of a secret.
    case openFile = "open-file"
    /// The file does not contain a valid certificate or key.
    case badCertificate = "bad-certificate"
    /// The file does not contain a valid public key.
    case badKey = "bad-public-key"
  }

  init(_ code: Code, _ message: String, hint: String? = nil) {
    self.code = code
    self.message = message
    self.hint = hint
  }
}

extension ServerError: CustomStringConvertible {
  /// The error as the commands print it, with the hint on a separate line.
  public var description: String { String(error: code.rawValue, message, hint: hint) }
}
