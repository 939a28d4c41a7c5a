import FeedDefinition
import FeedStore

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
  /// The host and the port of the source, for logs: readers of the feed need not know them.
  package var place: String?

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
  /// The description with the host and the port of the source.
  var located: String { message + (place.map { " (\($0))" } ?? "") }

  /// Returns the error with the host and the port of an address, unless it names a place already or does not
  /// concern the address.
  ///
  /// - Parameter address: The address, as written in the feed file; if its host is a secret, it is not named.
  func naming(_ address: String) -> InputError {
    guard place == nil, ![.missingSecret, .invalidDocument].contains(code),
      self != .endedByItself
    else { return self }
    var error = self
    let parts = address.split(separator: ":", maxSplits: 1)
    guard parts.count == 2, parts[1].hasPrefix("//") else { return self }
    let authority = parts[1].dropFirst(2).prefix { !"/?#".contains($0) }
    guard !authority.isEmpty, !authority.contains("$"), !authority.contains("@") else {
      return self
    }
    let hasPort = authority.contains(authority.hasPrefix("[") ? "]:" : ":")
    let port = ["https", "wss", "tls"].contains(parts[0].lowercased()) ? 443 : 80
    error.place = hasPort ? String(authority) : "\(authority):\(port)"
    return error
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
