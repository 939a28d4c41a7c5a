/// Why an input has to wait before it tries again.
package struct InputError: Error, Hashable, Sendable {
  /// The kinds of failure; the same words in every release, safe for metrics.
  package enum Code: String, Hashable, Sendable, CaseIterable {
    case unreachable, timeout, status, redirect, tls, refused
    case wrongType = "wrong-type"
    case tooLarge = "too-large"
    case brokenBody = "broken-body"
    case missingSecret = "missing-secret"
    case noNATS = "no-nats"
    case unreadableFile = "unreadable-file"
    case ended, finished
  }

  package let code: Code
  /// What is wrong, without secrets.
  package let message: String
  package let hint: String?
  /// How long the source asks to wait.
  package let retryAfter: Duration?

  /// Describes a failure.
  package init(
    _ code: Code,
    _ message: String,
    hint: String? = nil,
    retryAfter: Duration? = nil
  ) {
    self.code = code
    self.message = message
    self.hint = hint
    self.retryAfter = retryAfter
  }
}

extension InputError {
  /// A complete answer has ended a stream of at least one byte.
  static let endedByItself = InputError(.ended, "the source has ended the connection")
}
