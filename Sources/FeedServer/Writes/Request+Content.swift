import FeedModel
import FeedWire
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

extension Request {
  /// Reads the content of the request.
  ///
  /// - Parameters:
  ///   - limit: The maximum size in bytes.
  ///   - types: The media types that are accepted.
  /// - Throws: ``Refusal`` for another media type or a content coding.
  func content(
    upTo limit: Int,
    as types: [String],
    _ channel: any Channel
  ) async throws -> [UInt8] {
    let type = headers[.contentType]?.prefix { $0 != ";" }.lowercased() ?? ""
    guard types.contains(type.trimmingCharacters(in: .whitespaces)) else {
      throw Refusal(
        .unsupportedMediaType,
        "unsupported-media-type",
        "the body has the unsupported 'Content-Type' '\(type.prefix(80))'",
        hint: "send 'Content-Type: \(types[0])'"
      )
    }
    if let coding = headers[.contentEncoding], coding.lowercased() != "identity" {
      throw Refusal(
        .unsupportedMediaType,
        "unsupported-content-encoding",
        "the body has the unsupported 'Content-Encoding' '\(coding.prefix(80))'",
        hint: "send the body uncompressed, without 'Content-Encoding'"
      )
    }
    // A client that sends `Expect: 100-continue` gets all refusals above without sending the body.
    if headers[.expect] != nil {
      channel.triggerUserOutboundEvent(BodyWanted(), promise: nil)
    }
    let bytes = try await self.body.collect(upTo: limit).readableBytesView
    // A byte order mark at the start is not part of the text (RFC 8259, 8.1).
    return Array(bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes)
  }
}

extension Request {
  /// The key that identifies a request and its repeats.
  var idempotencyKey: String? {
    get throws(Refusal) {
      guard let name = HTTPField.Name("Idempotency-Key"), let key = headers[name] else {
        return nil
      }
      guard (1...128).contains(key.utf8.count), key.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
      else {
        throw Refusal(
          .badRequest,
          "invalid-key",
          "the key of the request is empty, too long, or has invalid characters",
          hint: "use 1 to 128 characters of ASCII without spaces, for example a UUID",
          place: "Idempotency-Key"
        )
      }
      return key
    }
  }
}

extension Request {
  /// Returns a hash of the request, to detect a key that is used for two different requests.
  func digest(_ body: [UInt8]) -> UInt64 {
    var hash = FNV1a()
    hash.add(head.method.rawValue)
    hash.add(head.path ?? "")
    hash.add(bytes: body[...])
    hash.add(FNV1a.end)
    return hash.value
  }
}
