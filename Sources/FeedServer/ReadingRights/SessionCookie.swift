import Foundation
import HTTPTypes

/// The cookie that carries a token for `EventSource`, which cannot send headers.
///
/// The cookie lets a client read. A write needs the token in `Authorization`, so a page of another site cannot write
/// with it.
enum SessionCookie {
  private static let name = "feed-session"

  /// Returns the token in the cookies of a request.
  static func token(in fields: HTTPFields) -> String? {
    for header in fields[values: .cookie] {
      for pair in header.split(separator: ";") {
        let parts = pair.split(separator: "=", maxSplits: 1)
        guard parts.count == 2, parts[0].drop(while: { $0 == " " }) == name else { continue }
        return String(parts[1])
      }
    }
    return nil
  }

  /// Returns the header that sets the cookie.
  ///
  /// - Parameters:
  ///   - end: The end of the right; `nil` for a cookie that the browser keeps until it is closed.
  ///   - isSecure: Whether clients use TLS.
  static func header(_ token: String, until end: Date?, isSecure: Bool) -> String {
    let age = end.map { "; Max-Age=\(max(Int($0.timeIntervalSinceNow), 0))" } ?? ""
    return "\(name)=\(token)\(attributes(isSecure))\(age)"
  }

  /// Returns the header that removes the cookie.
  static func removal(isSecure: Bool) -> String { "\(name)=\(attributes(isSecure)); Max-Age=0" }

  private static func attributes(_ isSecure: Bool) -> String {
    "; Path=/; HttpOnly; SameSite=Strict" + (isSecure ? "; Secure" : "")
  }

  /// Returns whether a cookie can contain a token without escaping (RFC 6265, 4.1.1).
  static func canContain(_ token: String) -> Bool {
    token.utf8.allSatisfy { (0x21...0x7E).contains($0) && !Array("\",;\\".utf8).contains($0) }
  }
}

extension HTTPField.Name {
  static var cookie: Self { Self("Cookie") ?? .authorization }
  static var setCookie: Self { Self("Set-Cookie") ?? .authorization }
}
