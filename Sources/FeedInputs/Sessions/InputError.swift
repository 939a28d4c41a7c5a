import FeedDefinition

/// A failure of an input, after which it retries.
package struct InputError: Error, Hashable, Sendable {
  /// The kind of failure; its raw value is stable across releases.
  package enum Code: String, Hashable, Sendable, CaseIterable {
    case unreachable, timeout, status, redirect, tls, refused
    case wrongType = "wrong-type"
    case tooLarge = "too-large"
    case brokenBody = "broken-body"
    case invalidDocument = "invalid-document"
    case missingSecret = "missing-secret"
    case execNotAllowed = "exec-not-allowed"
    case programFailed = "program-failed"
    case unreadableFile = "unreadable-file"
    case ended, finished
  }

  package let code: Code
  /// A description of the failure, without secrets.
  package let message: String
  package let hint: String?
  /// The pause that the source requests.
  package let retryAfter: Duration?

  /// Creates a failure.
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
  /// The error for an input of the kind `exec` whose program may not run.
  static let withoutPrograms = InputError(
    .execNotAllowed,
    "programs of a feed file do not run unless they are allowed",
    hint: "give --allow-exec if you trust the feed file"
  )
  /// The end of a stream that has sent at least one byte.
  static let endedByItself = InputError(.ended, "the source has ended the connection")
}
