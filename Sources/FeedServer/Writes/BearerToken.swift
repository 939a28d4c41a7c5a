import FeedModel
import FeedStore
import Foundation
import HTTPTypes

/// A token that clients need, from a file that only its owner may read.
public struct BearerToken: Sendable {
  private let bytes: [UInt8]

  /// Creates a token.
  ///
  /// - Parameter text: The token: at least 16 printable ASCII characters without spaces.
  /// - Throws: ``ServerError`` with code ``ServerError/Code/badToken``.
  public init(_ text: String) throws(ServerError) {
    bytes = Array(text.utf8)
    guard bytes.count >= 16, bytes.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      throw ServerError(
        .badToken,
        bytes.count < 16
          ? "the token has \(bytes.count) characters"
          : "the token has characters other than printable ASCII",
        hint: "make one, for example with: openssl rand -hex 32"
      )
    }
  }

  /// Reads a token from the first line of a file.
  ///
  /// - Throws: ``ServerError`` if the file has no valid token, or if users other than its owner may read it.
  public init(file path: String) throws(ServerError) {
    let bytes: [UInt8]
    switch PrivateFile.read(path) {
    case .success(let read): bytes = read
    case .failure(.unreadable):
      throw ServerError(
        .unreadableFile,
        "the token file '\(path)' cannot be read",
        hint: "make one: (umask 077; openssl rand -hex 32 > token)"
      )
    case .failure(.open(let mode)):
      throw ServerError(
        .openFile,
        "others may read the token file '\(path)', whose mode is \(mode)",
        hint: "chmod 600 \(path)"
      )
    }
    let line = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline).first ?? ""
    try self.init(line.trimmingCharacters(in: .whitespaces))
  }

  /// Returns whether a request has the token.
  ///
  /// - Returns: Whether `Authorization` contains `Bearer` and the token.
  func allows(_ fields: HTTPFields) -> Bool {
    fields.bearerToken.map { isSame(as: $0) } ?? false
  }

  /// Compares in a time that depends only on the length of the received text.
  func isSame(as text: String) -> Bool {
    let other = Array(text.utf8)
    var difference = UInt8(other.count == bytes.count ? 0 : 1)
    for (index, byte) in other.enumerated() { difference |= byte ^ bytes[index % bytes.count] }
    return difference == 0
  }
}

// Prevent the token from being printed.
extension BearerToken: CustomStringConvertible, CustomReflectable {
  /// The name of the type, without the token.
  public var description: String { "BearerToken" }
  /// An empty mirror.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
