import Foundation

/// An issuer of JSON Web Tokens that signs with the program openssl.
struct TokenIssuer {
  enum Algorithm: String, CaseIterable {
    case es256 = "ES256"
    case rs256 = "RS256"

    fileprivate var options: [String] {
      switch self {
      case .es256: ["-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256"]
      case .rs256: ["-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:2048"]
      }
    }
  }

  private struct Failure: Error {
    let status: Int32
  }

  /// The file of the public key.
  let publicKey: String
  private let privateKey: String
  private let algorithm: Algorithm

  init(_ algorithm: Algorithm, in workshop: Workshop) throws {
    self.algorithm = algorithm
    privateKey = workshop.path("\(algorithm.rawValue).pem")
    publicKey = workshop.path("\(algorithm.rawValue).pub")
    _ = try Self.openssl(["genpkey", "-out", privateKey] + algorithm.options)
    _ = try Self.openssl(["pkey", "-in", privateKey, "-pubout", "-out", publicKey])
  }

  /// Signs a token for the section `prices`; each number leads to a different token.
  func token(number: Int) throws -> String {
    let end = Int(Date.now.timeIntervalSince1970) + 86_400
    let claims = #"{"sub":"client \#(number)","exp":\#(end),"feed":["prices"]}"#
    let text = [#"{"alg":"\#(algorithm.rawValue)","typ":"JWT"}"#, claims]
      .map { Self.encoded(Data($0.utf8)) }.joined(separator: ".")
    var signature = try Self.openssl(
      ["dgst", "-sha256", "-sign", privateKey],
      input: Data(text.utf8)
    )
    if algorithm == .es256 { signature = Self.numbers(ofDER: signature) }
    return text + "." + Self.encoded(signature)
  }

  private static func encoded(_ data: Data) -> String {
    data.base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
      .replacing("=", with: "")
  }

  /// The two numbers of an ECDSA signature with 32 bytes each (RFC 7518, 3.4), from their DER form.
  private static func numbers(ofDER der: Data) -> Data {
    var rest = Array(der)[2...]
    var result = Data()
    for _ in 0..<2 {
      let length = Int(rest[rest.startIndex + 1])
      let number = rest.dropFirst(2).prefix(length).drop { $0 == 0 }
      result += [UInt8](repeating: 0, count: 32 - number.count) + number
      rest = rest.dropFirst(2 + length)
    }
    return result
  }

  private static func openssl(_ arguments: [String], input: Data = Data()) throws -> Data {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["openssl"] + arguments
    let (incoming, outgoing) = (Pipe(), Pipe())
    process.standardInput = incoming
    process.standardOutput = outgoing
    process.standardError = FileHandle.nullDevice
    try process.run()
    try incoming.fileHandleForWriting.write(contentsOf: input)
    try incoming.fileHandleForWriting.close()
    let output = try outgoing.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw Failure(status: process.terminationStatus) }
    return output
  }
}
