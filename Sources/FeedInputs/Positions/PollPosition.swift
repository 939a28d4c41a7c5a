import FeedWire

/// The identification of the last document fetched, which detects an unchanged document.
struct PollPosition: Hashable, Sendable {
  /// The entity tag of the document, for `If-None-Match`.
  var etag: String?
  /// The time of the last change, for `If-Modified-Since`.
  var lastModified: String?
  /// A hash of the document, for sources that send neither.
  var hash: UInt64

  init(etag: String?, lastModified: String?, body: [UInt8]) {
    self.etag = etag
    self.lastModified = lastModified
    var hash = FNV1a()
    hash.add(bytes: body[...])
    self.hash = hash.value
  }

  /// Parses a stored position.
  init?(_ text: String) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.count == 3, let hash = UInt64(lines[0]) else { return nil }
    self.hash = hash
    etag = lines[1].isEmpty ? nil : String(lines[1])
    lastModified = lines[2].isEmpty ? nil : String(lines[2])
  }

  /// The stored form of the position.
  var text: String { "\(hash)\n\(etag ?? "")\n\(lastModified ?? "")" }

  /// The headers that make the request conditional on a change.
  var headers: [(name: String, value: String)] {
    [("If-None-Match", etag), ("If-Modified-Since", lastModified)]
      .compactMap { name, value in value.map { (name, $0) } }
  }
}
