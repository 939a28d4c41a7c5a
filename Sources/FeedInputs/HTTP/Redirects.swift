import FeedStore
import Foundation

/// The redirects of a request.
struct Redirects: Sendable {
  /// The current address of the request, which may contain a secret.
  private(set) var url: String
  private var count = 0

  /// Starts at an address.
  init(_ url: String) { self.url = url }

  /// Starts at an address of a feed file, with its secrets.
  ///
  /// - Throws: ``InputError`` if it contains user information, which no request would send.
  init(from url: String) throws(InputError) {
    guard !WebAddress.hasUserInformation(url) else {
      throw InputError(
        .refused,
        "the address contains user information, which is not sent",
        hint: "write a header 'Authorization' instead"
      )
    }
    self.init(url)
  }

  /// Follows a redirect.
  ///
  /// - Returns: Whether the origin is unchanged, so that the same secrets may be sent.
  /// - Throws: ``InputError`` if there were too many redirects, or this one is invalid or leaves TLS.
  mutating func follow(_ location: String?) throws(InputError) -> Bool {
    count += 1
    guard count <= WebClient.mostRedirects else {
      throw InputError(
        .redirect,
        "the source redirects more than \(WebClient.mostRedirects) times",
        hint: "write the final address in the feed file"
      )
    }
    guard let old = URL(string: url), let location,
      let new = URL(string: location, relativeTo: old)?.absoluteURL,
      let scheme = new.scheme?.lowercased(), ["http", "https"].contains(scheme), new.host() != nil,
      !WebAddress.hasUserInformation(new.absoluteString)
    else {
      throw InputError(
        .redirect,
        "the source redirects to an invalid address",
        hint: "check the address"
      )
    }
    guard old.scheme?.lowercased() != "https" || scheme == "https" else {
      throw InputError(
        .redirect,
        "the source redirects from 'https:' to 'http:'",
        hint: "write the final 'https:' address in the feed file"
      )
    }
    url = new.absoluteString
    return old.scheme?.lowercased() == scheme && old.host() == new.host() && old.port == new.port
  }
}
