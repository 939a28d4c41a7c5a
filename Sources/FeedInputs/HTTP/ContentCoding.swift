import NIOHTTP1

/// The compression of a body.
enum ContentCoding: Hashable, Sendable {
  case none, gzip, deflate

  /// Reads the compression from the headers of an answer.
  ///
  /// - Throws: ``InputError`` if the coding is not supported.
  init(_ headers: HTTPHeaders) throws(InputError) {
    let transfers = headers[canonicalForm: "Transfer-Encoding"].map { $0.lowercased() }
    let codings = headers[canonicalForm: "Content-Encoding"].map { $0.lowercased() }
      .filter { !$0.isEmpty && $0 != "identity" }
    let others = transfers.filter { !$0.isEmpty && $0 != "chunked" && $0 != "identity" }
    switch (codings.first, codings.count + others.count) {
    case (nil, 0): self = .none
    case ("gzip", 1), ("x-gzip", 1): self = .gzip
    case ("deflate", 1): self = .deflate
    default:
      let names = (codings + others).joined(separator: ", ").prefix(80)
      throw InputError(
        .wrongType,
        "the source sends the unsupported coding '\(names)'",
        hint: "configure the source to send its body uncompressed, or as 'gzip'"
      )
    }
  }
}
