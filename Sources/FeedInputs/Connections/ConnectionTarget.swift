import Foundation

/// The parts of an address of a socket or a WebSocket.
struct ConnectionTarget: Hashable, Sendable {
  enum Place: Hashable, Sendable {
    case host(String, port: Int)
    /// A socket of this machine.
    case path(String)
  }

  let place: Place
  let isSecure: Bool
  /// The path and the query, for a WebSocket.
  let resource: String
  /// The value of the header `Host`.
  let authority: String

  /// Parses an address whose secrets are filled in.
  ///
  /// - Throws: ``InputError`` if it is not an address, for example because of a secret in it.
  init(_ url: String) throws(InputError) {
    let scheme = "unix:"
    if url.hasPrefix(scheme) {
      place = .path(String(url.dropFirst(scheme.count)))
      isSecure = false
      (resource, authority) = ("/", "localhost")
      return
    }
    guard let parts = URLComponents(string: url), let host = parts.percentEncodedHost,
      !host.isEmpty, let scheme = parts.scheme
    else {
      throw InputError(.unreachable, "the address is not valid", hint: "check the secret in it")
    }
    isSecure = ["tls", "wss"].contains(scheme)
    let port = parts.port ?? (isSecure ? 443 : 80)
    let isBracketed = host.hasPrefix("[")
    place = .host(isBracketed ? String(host.dropFirst().dropLast()) : host, port: port)
    let path = parts.percentEncodedPath.isEmpty ? "/" : parts.percentEncodedPath
    resource = path + (parts.percentEncodedQuery.map { "?" + $0 } ?? "")
    authority = parts.port.map { "\(host):\($0)" } ?? host
  }

  /// The name that the certificate must have; `nil` for an address in numbers.
  var name: String? {
    guard case .host(let host, port: _) = place else { return nil }
    let isNumeric = host.contains(":") || host.allSatisfy { $0.isNumber || $0 == "." }
    return isNumeric ? nil : host
  }
}
