import ArgumentParser
import FeedModel
import FeedStore
import Foundation

/// The headers of the requests to the addresses of a new feed, each for one origin.
///
/// A header may be a secret of one host, so it is sent to no other host: with addresses of several origins, each
/// header names its own.
struct StartingHeaders {
  private var headers: [(origin: String, header: WebAddress.Header)] = []

  /// Reads headers, each written `NAME: VALUE` or `HOST=NAME: VALUE`.
  ///
  /// - Parameter sources: The sources of the feed, of which the addresses have headers.
  /// - Throws: `ValidationError` if a header is invalid, or does not name one of several origins.
  init(_ texts: [String], to sources: [String]) throws {
    var origins: [String] = []
    for source in sources where StartingText.isAddress(source) {
      let origin = Self.origin(of: source)
      if !origins.contains(origin) { origins.append(origin) }
    }
    for text in texts {
      let (place, rest) = Self.split(text, origins)
      let header = try Self.header(rest, text)
      let meant = place.map { place in
        origins.filter { $0 == place || Self.host(of: $0) == place }
      }
      switch (meant ?? origins).count {
      case 0 where place != nil:
        throw Self.error(header, "names no address of the sources", origins)
      case 0: continue
      case 1: headers.append(((meant ?? origins)[0], header))
      case let count:
        throw Self.error(header, "would be sent to \(count) origins", meant ?? origins)
      }
    }
  }

  /// Returns the headers of the requests to an address.
  func headers(for address: String) -> [WebAddress.Header] {
    let origin = Self.origin(of: address)
    return headers.filter { $0.origin == origin }.map(\.header)
  }

  /// Returns the scheme, the host and the port of an address, as it writes them.
  private static func origin(of address: String) -> String {
    let scheme = address.prefix { $0 != ":" }
    let rest = address.dropFirst(scheme.count + 3).prefix { !"/?#".contains($0) }
    return "\(scheme)://\(rest.split(separator: "@").last ?? "")".lowercased()
  }

  private static func host(of origin: String) -> Substring {
    origin.drop { $0 != "/" }.dropFirst(2)
  }

  /// Returns the origin or host that a header names, and the header itself.
  private static func split(_ text: String, _ origins: [String]) -> (String?, Substring) {
    for place in origins + origins.map({ String(host(of: $0)) })
    where text.lowercased().hasPrefix(place + "=") {
      return (place, text.dropFirst(place.count + 1))
    }
    // A host that is not among the addresses; the name of a header has no '='.
    guard let equals = text.firstIndex(of: "="),
      text[..<equals].wholeMatch(of: /([A-Za-z]+:\/\/)?[^\s:\/]+(:[0-9]+)?/) != nil,
      text[equals...].contains(":")
    else { return (nil, text[...]) }
    return (text[..<equals].lowercased(), text[text.index(after: equals)...])
  }

  private static func header(_ text: Substring, _ whole: String) throws -> WebAddress.Header {
    let parts = text.split(separator: ":", maxSplits: 1).map {
      $0.trimmingCharacters(in: .whitespaces)
    }
    guard parts.count == 2, !parts[0].isEmpty, let value = SecretText(parts[1]),
      value.positionNames.isEmpty
    else {
      throw ValidationError("--header \(whole) is not written 'NAME: VALUE'.")
    }
    return WebAddress.Header(name: parts[0], value: value)
  }

  private static func error(
    _ header: WebAddress.Header,
    _ what: String,
    _ origins: [String]
  ) -> ValidationError {
    let hosts = Set(origins.map { host(of: $0) })
    let places = hosts.count == origins.count ? origins.map { String(host(of: $0)) } : origins
    guard let first = places.first else {
      return ValidationError("--header '\(header.name)' \(what).")
    }
    return ValidationError(
      "--header '\(header.name)' \(what): \(places.joined(separator: ", ")). "
        + "Name one of them: --header '\(first)=\(header.name): …'."
    )
  }
}
