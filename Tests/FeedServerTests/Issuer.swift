#if Server
import FeedServer
import Foundation
import JWTKit
import TestSupport

/// An issuer of JSON Web Tokens, with a key that openssl makes.
struct Issuer {
  enum Algorithm: String, CaseIterable, Sendable {
    case rs256 = "RSA"
    case es256 = "EC"
    case edDSA = "ED25519"

    fileprivate var options: [String] {
      switch self {
      case .rs256: ["-pkeyopt", "rsa_keygen_bits:2048"]
      case .es256: ["-pkeyopt", "ec_paramgen_curve:P-256"]
      case .edDSA: []
      }
    }
  }

  /// The claims of a token; a claim that is `nil` is left out.
  struct Claims: JWTPayload {
    var exp: Int? = Int(Date.now.timeIntervalSince1970) + 3600
    var nbf: Int?
    var aud: [String]?
    var feed: [String]? = ["*"]

    func verify(using algorithm: some JWTAlgorithm) {}
  }

  private let keys = JWTKeyCollection()
  /// The file of the public key.
  let publicKey: String
  let privateKey: String

  init(
    _ algorithm: Algorithm = .es256,
    in directory: TemporaryDirectory,
    name: String = "key"
  )
    async throws
  {
    (privateKey, publicKey) = (directory.path("\(name).pem"), directory.path("\(name).pub"))
    let make =
      ["genpkey", "-algorithm", algorithm.rawValue, "-out", privateKey] + algorithm.options
    for arguments in [make, ["pkey", "-in", privateKey, "-pubout", "-out", publicKey]] {
      let made = try ForeignProgram.run("openssl", arguments)
      guard made.status == 0 else { throw Failure(output: made.output) }
    }
    let pem = try String(contentsOfFile: privateKey, encoding: .utf8)
    switch algorithm {
    case .rs256:
      await keys.add(rsa: try Insecure.RSA.PrivateKey(pem: pem), digestAlgorithm: .sha256)
    case .es256: await keys.add(ecdsa: try ES256PrivateKey(pem: pem))
    case .edDSA: await keys.add(eddsa: try EdDSA.PrivateKey(pem: pem))
    }
  }

  /// Returns a signed token.
  func token(_ claims: Claims = Claims()) async throws -> String { try await keys.sign(claims) }

  /// Returns a token for some sections.
  func token(_ sections: String...) async throws -> String {
    try await token(Claims(feed: sections))
  }

  /// Returns a token with any header, which openssl signs as RS256.
  func token(
    header: String,
    _ payload: String,
    in directory: TemporaryDirectory
  ) throws -> String {
    let text = [header, payload].map { Self.encoded(Data($0.utf8)) }.joined(separator: ".")
    let file = try directory.file("token.txt", text)
    let signature = directory.path("token.sig")
    let arguments = ["dgst", "-sha256", "-sign", privateKey, "-out", signature, file]
    let signed = try ForeignProgram.run("openssl", arguments)
    guard signed.status == 0 else { throw Failure(output: signed.output) }
    return "\(text).\(Self.encoded(try Data(contentsOf: URL(filePath: signature))))"
  }

  private static func encoded(_ bytes: Data) -> String {
    bytes.base64EncodedString().replacing("=", with: "").replacing("+", with: "-")
      .replacing("/", with: "_")
  }

  private struct Failure: Error {
    let output: String
  }
}
#endif
