import FeedModel
import FeedWire
import Foundation
import HTTPTypes
import JWTKit
import Synchronization

/// The public keys of an issuer of JSON Web Tokens (RFC 7519), which say what their holders may read.
///
/// A token has the claims `exp` and `feed`, the globs of the sections that its holder may see:
/// `{"exp":1790000000,"feed":["featured","live/*"]}`. `nbf` and `aud` are checked if the token has them.
public final class TokenKeys: Sendable {
  private let keys = JWTKeyCollection()
  /// The name of this server in the claim `aud`; `nil` to refuse all tokens that have the claim.
  private let audience: String?
  /// The claims of the tokens that were verified last; guarded by the mutex.
  private let known: Mutex<[String: Claims]> = Mutex([:])

  /// The maximum number of tokens whose claims are kept.
  private static let mostKnown = 10_000

  /// Reads keys for RS256, ES256 or EdDSA from a file.
  ///
  /// - Parameters:
  ///   - path: A file with one public key in PEM, a JSON Web Key, or a set of them (RFC 7517).
  ///   - audience: The name of this server in the claim `aud`; `nil` to refuse all tokens that have the claim.
  /// - Throws: ``ServerError`` if the file has no valid public key.
  public init(file path: String, audience: String? = nil) async throws(ServerError) {
    self.audience = audience
    guard let data = FileManager.default.contents(atPath: path) else {
      throw ServerError(.unreadableFile, "the key file '\(path)' cannot be read")
    }
    let text = String(decoding: data, as: UTF8.self)
    do {
      if text.contains("-----BEGIN") { try await add(pem: text) } else { try await add(json: text) }
    } catch {
      throw ServerError(
        .badKey,
        text.contains("PRIVATE KEY")
          ? "the file '\(path)' contains a private key"
          : "the file '\(path)' has no valid public key",
        hint:
          "give the issuer's public key in PEM or as a JSON Web Key Set, for RS256, ES256 or EdDSA"
      )
    }
  }

  private func add(pem: String) async throws {
    guard !pem.contains("PRIVATE KEY") else { throw Unknown() }
    if let key = try? ES256PublicKey(pem: pem) {
      await keys.add(ecdsa: key)
    } else if let key = try? EdDSA.PublicKey(pem: pem) {
      await keys.add(eddsa: key)
    } else {
      await keys.add(rsa: try Insecure.RSA.PublicKey(pem: pem), digestAlgorithm: .sha256)
    }
  }

  private func add(json: String) async throws {
    let data = Data(json.utf8)
    let set = try? JSONDecoder().decode(JWKS.self, from: data)
    let keys = try set?.keys ?? [JSONDecoder().decode(JWK.self, from: data)]
    guard !keys.isEmpty else { throw Unknown() }
    for (index, key) in keys.enumerated() {
      var key = key
      key.keyIdentifier = key.keyIdentifier ?? JWKIdentifier(string: "key \(index)")
      try await self.keys.add(jwk: key)
    }
  }

  private struct Unknown: Error {}

  // MARK: Tokens

  /// Returns the right of a token's holder.
  ///
  /// - Throws: ``Refusal`` if the token is not valid at this time.
  func right(of token: String, at time: Date = .now) async throws(Refusal) -> ReadRight {
    let claims = try await claims(of: token)
    guard claims.isComplete, let exp = claims.exp, let feed = claims.feed else {
      throw .invalidToken("the token has no valid claims 'exp' and 'feed'")
    }
    if let start = claims.nbf, time.timeIntervalSince1970 < start {
      throw .invalidToken("the token is not valid yet")
    }
    guard time.timeIntervalSince1970 < exp else { throw .invalidToken("the token has expired") }
    if let audiences = claims.aud {
      guard let audience, audiences.values.contains(audience) else {
        throw .invalidToken("the token is for another audience")
      }
    }
    return ReadRight(
      sections: FeedView(limitedTo: feed.values),
      end: Date(timeIntervalSince1970: exp)
    )
  }

  private func claims(of token: String) async throws(Refusal) -> Claims {
    if let claims = known.withLock({ $0[token] }) { return claims }
    let claims: Claims
    do {
      claims = try await Header.$algorithm.withValue(try Header(of: token).alg) {
        try await keys.verify(token, as: Claims.self, iteratingKeys: true)
      }
    } catch { throw .invalidToken("the token is not signed with a key of this server") }
    known.withLock { known in
      if known.count >= Self.mostKnown { known = [:] }
      known[token] = claims
    }
    return claims
  }

  /// The header of a token (RFC 7515, 4.1).
  private struct Header: Decodable {
    /// The algorithm that the header of the token names that is being verified.
    @TaskLocal static var algorithm: String?

    let alg: String

    private enum CodingKeys: CodingKey { case alg, crit }

    /// Reads the header of a token in the compact form.
    ///
    /// - Throws: An error if it names no algorithm, or extensions that must be understood: none is.
    init(of token: String) throws {
      var text = String(token.prefix { $0 != "." })
        .replacing("-", with: "+").replacing("_", with: "/")
      text += String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
      guard let data = Data(base64Encoded: text) else { throw Unknown() }
      self = try JSONDecoder().decode(Header.self, from: data)
    }

    init(from decoder: any Decoder) throws {
      let header = try decoder.container(keyedBy: CodingKeys.self)
      guard !header.contains(.crit) else { throw Unknown() }
      alg = try header.decode(String.self, forKey: .alg)
    }
  }

  private struct Claims: JWTPayload {
    private enum CodingKeys: CodingKey {
      case exp, nbf, aud, feed
    }

    let exp: Double?
    let nbf: Double?
    let aud: Texts?
    let feed: Texts?
    /// Whether every claim that the token has is valid.
    let isComplete: Bool

    init(from decoder: any Decoder) throws {
      let claims = try decoder.container(keyedBy: CodingKeys.self)
      exp = try? claims.decode(Double.self, forKey: .exp)
      nbf = try? claims.decode(Double.self, forKey: .nbf)
      aud = try? claims.decode(Texts.self, forKey: .aud)
      feed = try? claims.decode(Texts.self, forKey: .feed)
      isComplete =
        (nbf != nil || !claims.contains(.nbf)) && (aud != nil || !claims.contains(.aud))
    }

    func encode(to encoder: any Encoder) throws {
      var claims = encoder.container(keyedBy: CodingKeys.self)
      try claims.encodeIfPresent(exp, forKey: .exp)
    }

    // The times are checked whenever the token is used, not only when its signature is verified.
    func verify(using algorithm: some JWTAlgorithm) throws {
      guard algorithm.name == Header.algorithm else { throw Unknown() }
    }
  }

  /// A text, or a list of texts.
  private struct Texts: Codable {
    let values: [String]

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      values = try (try? container.decode([String].self)) ?? [container.decode(String.self)]
    }
  }
}

extension Refusal {
  fileprivate static func invalidToken(_ message: String) -> Refusal {
    Refusal(.unauthorized, "invalid-token", message, hint: "get another token from its issuer")
  }
}
