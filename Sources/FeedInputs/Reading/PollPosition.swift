import FeedWire

/// What an input knows of the document that it fetched last, so that the same one is not applied again.
struct PollPosition: Hashable, Sendable {
  /// What the source called the document's state, for `If-None-Match`.
  var etag: String?
  /// When the source changed it last, for `If-Modified-Since`.
  var lastModified: String?
  /// A hash of the document, for sources that say neither.
  var hash: UInt64

  init(etag: String?, lastModified: String?, body: [UInt8]) {
    self.etag = etag
    self.lastModified = lastModified
    var hash = FNV1a()
    hash.add(bytes: body[...])
    self.hash = hash.value
  }

  /// Reads a position that was stored.
  init?(_ text: String) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.count == 3, let hash = UInt64(lines[0]) else { return nil }
    self.hash = hash
    etag = lines[1].isEmpty ? nil : String(lines[1])
    lastModified = lines[2].isEmpty ? nil : String(lines[2])
  }

  /// The position as it is stored.
  var text: String { "\(hash)\n\(etag ?? "")\n\(lastModified ?? "")" }

  /// The headers by which the source need not send the same document again.
  var headers: [(name: String, value: String)] {
    [("If-None-Match", etag), ("If-Modified-Since", lastModified)]
      .compactMap { name, value in value.map { (name, $0) } }
  }
}
