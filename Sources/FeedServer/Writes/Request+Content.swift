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
