import FeedModel
import FeedSnapshots

/// What keeps a server from starting.
public struct ServerError: Error, Hashable, Sendable {
  /// The kind of mistake; the same word in every release.
  public let code: Code
  /// What is wrong.
  public let message: String
  /// The one likely remedy.
  public let hint: String?

  /// The kinds of mistake.
  public enum Code: String, Hashable, Sendable, CaseIterable {
    /// The address cannot be listened on.
    case cannotListen = "cannot-listen"
    /// Others could reach the server, but no host is allowed.
    case missingHost = "missing-allowed-host"
    /// A token that is too short, or no token.
    case badToken = "bad-token"
    /// A file that cannot be read.
    case unreadableFile = "unreadable-file"
    /// A secret that others may read.
    case openFile = "open-file"
    /// A certificate or a key that is none.
    case badCertificate = "bad-certificate"
  }

  init(_ code: Code, _ message: String, hint: String? = nil) {
    self.code = code
    self.message = message
    self.hint = hint
  }
}

extension ServerError: CustomStringConvertible {
  /// The mistake as the commands print it, with the hint on a line of its own.
  public var description: String { String(error: code.rawValue, message, hint: hint) }
}
