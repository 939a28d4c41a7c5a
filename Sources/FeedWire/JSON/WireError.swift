import FeedSnapshots

/// Why what came over the wire is refused.
///
/// ```
/// error[missing-key]: there is no 'id', at sections[3].items[0], byte 512
///   hint: is this a feed of version 1 of the protocol?
/// ```
public struct WireError: Error, Hashable, Sendable {
  /// What kind of refusal it is: stable, and safe as the name of a metric.
  public enum Code: String, Hashable, Sendable, CaseIterable {
    /// The bytes are no JSON.
    case invalidJSON = "invalid-json"
    /// A value is missing that must be there.
    case missingKey = "missing-key"
    /// A value is of another kind than it must be.
    case wrongValue = "wrong-value"
    /// There is more of something than the limits allow.
    case overLimit = "over-limit"
    /// No list view could perform the batch, or its contents do not fit it.
    case invalidBatch = "invalid-batch"
    /// A patch starts from a version that is not held, or belongs to another epoch.
    case otherVersion = "other-version"
    /// What is held is not what the server has.
    case checksumMismatch = "checksum-mismatch"
    /// A list of sections is not a view.
    case invalidView = "invalid-view"
  }

  /// What kind of refusal it is.
  public let code: Code
  /// What is wrong, and where.
  public let message: String
  /// The one likely remedy, if there is one.
  public let hint: String?

  /// Describes a refusal.
  ///
  /// - Parameters:
  ///   - code: What kind of refusal it is.
  ///   - message: What is wrong, and where.
  ///   - hint: The one likely remedy.
  public init(_ code: Code, _ message: String, hint: String? = nil) {
    self.code = code
    self.message = message
    self.hint = hint
  }
}

extension WireError: CustomStringConvertible {
  /// The error as a program prints it: `error[code]: what`, and the hint on a line of its own.
  public var description: String { String(error: code.rawValue, message, hint: hint) }
}
