import AsyncHTTPClient
import NIOCore

/// The decompressed body of an answer, read at the pace of its reader.
struct WebBody: Sendable {
  let bytes: HTTPClientResponse.Body
  let coding: ContentCoding

  /// Reads the body to its end.
  ///
  /// - Parameter take: Called with each piece; nothing more is read until it returns.
  /// - Throws: ``InputError`` if the compressed form is broken; errors of the client and of the closure.
  func read(_ take: ([UInt8]) async throws -> Void) async throws {
    let inflater =
      coding == .none
      ? nil : Inflater(isGzip: coding == .gzip, mostInflation: WebClient.mostInflation)
    for try await buffer in bytes {
      guard let inflater else {
        try await take(Array(buffer.readableBytesView))
        continue
      }
      inflater.add(buffer.readableBytesView)
      while let piece = try inflater.next() { try await take(piece) }
    }
    try inflater?.finish()
  }
}
