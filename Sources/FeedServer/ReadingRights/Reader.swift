import Foundation
import HTTPTypes

/// Finds out what the client of a request may read.
struct Reader: Sendable {
  private let rules: ReadingRules
  /// The token of writers, who may read everything too.
  private let writers: BearerToken?
  private let application: AskedApplication?
  private let counters: Counters

  init(_ rules: ReadingRules, writers: BearerToken?, _ counters: Counters) {
    self.rules = rules
    self.writers = writers
    self.counters = counters
    application = rules.application.map { AskedApplication(at: $0) }
  }

  /// Whether everyone may read.
  var isOpen: Bool { rules.isOpen }

  /// Returns the right of a request's client.
  ///
  /// - Throws: ``Refusal`` if the client may read nothing.
  func right(of request: HTTPRequest) async throws(Refusal) -> ReadRight {
    guard !isOpen else { return .everything }
    let token = request.headerFields.token
    let refusal: Refusal
    do {
      if let right = try await right(ofToken: token) { return right }
      refusal = token == nil ? .noReadToken : .wrongReadToken
    } catch { refusal = error }
    if let application { return try await application.right(of: request) }
    counters.add(.refusedTokens)
    throw refusal
  }

  /// Returns whether a token lets its holder read, and not write.
  func onlyReads(_ token: String) async -> Bool {
    if rules.token?.isSame(as: token) ?? false { return true }
    guard let keys = rules.keys else { return false }
    return (try? await keys.right(of: token)) != nil
  }

  private func right(ofToken token: String?) async throws(Refusal) -> ReadRight? {
    guard let token else { return nil }
    if rules.token?.isSame(as: token) ?? false { return .everything }
    if writers?.isSame(as: token) ?? false { return .everything }
    return try await rules.keys?.right(of: token)
  }
}

extension HTTPFields {
  /// The token of a request: in `Authorization`, or in the cookie of a session.
  var token: String? { bearerToken ?? SessionCookie.token(in: self) }

  /// The token after `Bearer` in `Authorization`.
  var bearerToken: String? {
    guard let header = self[.authorization] else { return nil }
    let parts = header.split(separator: " ", maxSplits: 1)
    guard parts.count == 2, parts[0].lowercased() == "bearer" else { return nil }
    // One space or more follows the scheme (RFC 9110, 11.4).
    return String(parts[1].drop { $0 == " " })
  }
}
