import FeedSnapshots

/// The reason for rejecting input from the wire.
///
/// ```
/// error[missing-key]: the key 'id' is missing, at sections[3].items[0], byte 512
///   hint: check that the address serves a feed of protocol version 1
/// ```
public struct WireError: Error, Hashable, Sendable {
  /// The kind of error: a stable word, suitable as the name of a metric.
  public enum Code: String, Hashable, Sendable, CaseIterable {
    /// The bytes are not JSON.
    case invalidJSON = "invalid-json"
    /// A required key is missing.
    case missingKey = "missing-key"
    /// A value has the wrong type.
    case wrongValue = "wrong-value"
    /// A limit is exceeded.
    case overLimit = "over-limit"
    /// A list view cannot perform the batch, or the contents do not match it.
    case invalidBatch = "invalid-batch"
    /// A patch starts from another version than the held one, or has another epoch.
    case otherVersion = "other-version"
    /// The held content differs from the server's.
    case checksumMismatch = "checksum-mismatch"
    /// A list of sections is not a valid view.
    case invalidView = "invalid-view"
    /// A text is not a window.
    case invalidWindow = "invalid-window"
  }

  /// The kind of error.
  public let code: Code
  /// A description of the error with its position.
  public let message: String
  /// A suggested correction, or `nil`.
  public let hint: String?

  /// Creates an error.
  ///
  /// - Parameter hint: A suggested correction, or `nil`.
  public init(_ code: Code, _ message: String, hint: String? = nil) {
    self.code = code
    self.message = message
    self.hint = hint
  }
}

extension WireError: CustomStringConvertible {
  /// The error as a program prints it: `error[code]: message`, and the hint on a separate line.
  public var description: String { String(error: code.rawValue, message, hint: hint) }
}
