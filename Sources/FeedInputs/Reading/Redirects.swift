import FeedDocuments
import Foundation

/// Where a request goes on when a source says that what it wants is elsewhere.
struct Redirects: Sendable {
  /// Where the request goes now; it may hold a secret.
  private(set) var url: String
  private var count = 0

  /// Begins at an address.
  init(_ url: String) { self.url = url }

  /// Begins at an address of a feed file, with its secrets.
  ///
  /// - Throws: ``InputError`` if it holds user information, which no request would send.
  init(from url: String) throws(InputError) {
    guard !WebAddress.hasUserInformation(url) else {
      throw InputError(
        .refused,
        "the address holds user information, which is not sent",
        hint: "write a header 'Authorization' instead"
      )
    }
    self.init(url)
  }

  /// Goes where a source says.
  ///
  /// - Parameter location: The header `Location`.
  /// - Returns: Whether it is the same host, so that it may have the same secrets.
  /// - Throws: ``InputError`` if there were too many redirects, or this one leads nowhere or from TLS to the open.
  mutating func follow(_ location: String?) throws(InputError) -> Bool {
    count += 1
    guard count <= WebClient.mostRedirects else {
      throw InputError(
        .redirect,
        "the source redirects more than \(WebClient.mostRedirects) times",
        hint: "write the last address into the feed file"
      )
    }
    guard let old = URL(string: url), let location,
      let new = URL(string: location, relativeTo: old)?.absoluteURL,
      let scheme = new.scheme?.lowercased(), ["http", "https"].contains(scheme), new.host() != nil,
      !WebAddress.hasUserInformation(new.absoluteString)
    else {
      throw InputError(.redirect, "the source redirects to no address", hint: "check the address")
    }
    guard old.scheme?.lowercased() != "https" || scheme == "https" else {
      throw InputError(
        .redirect,
        "the source redirects from 'https:' to 'http:'",
        hint: "write an address of 'https:' into the feed file"
      )
    }
    url = new.absoluteString
    return old.scheme?.lowercased() == scheme && old.host() == new.host() && old.port == new.port
  }
}
