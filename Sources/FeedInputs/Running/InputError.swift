/// Why an input has to wait before it tries again.
struct InputError: Error, Hashable, Sendable {
  /// The kinds of failure; the same words in every release, safe for metrics.
  enum Code: String, Hashable, Sendable, CaseIterable {
    case unreachable, timeout, status, redirect, tls
    case wrongType = "wrong-type"
    case tooLarge = "too-large"
    case brokenBody = "broken-body"
    case missingSecret = "missing-secret"
    case unreadableFile = "unreadable-file"
    case ended
  }

  let code: Code
  /// What is wrong, without secrets.
  let message: String
  let hint: String?
  /// How long the source asks to wait.
  let retryAfter: Duration?

  init(_ code: Code, _ message: String, hint: String? = nil, retryAfter: Duration? = nil) {
    self.code = code
    self.message = message
    self.hint = hint
    self.retryAfter = retryAfter
  }
}
