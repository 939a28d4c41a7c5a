public import FeedModel
import FeedSnapshots

/// Everything that a client shows: the answer of `GET /v1/feed`, and the data of an `image` event.
///
/// An image can arrive at any time and replaces everything that the client holds.
public struct FeedImage: Hashable, Sendable {
  /// The version.
  public var cursor: Cursor
  /// The title of the feed; empty if it has none.
  public var title: String
  /// The sections of the view, in order.
  public var sections: [WireSection]
  /// The states of the sources.
  public var sources: [WireSource]
  /// The revision of the layouts and actions of `GET /v1/layouts`; empty if the server sends no revision.
  public var layouts: String

  /// Creates an image.
  public init(
    cursor: Cursor,
    title: String = "",
    sections: [WireSection] = [],
    sources: [WireSource] = [],
    layouts: String = ""
  ) {
    self.cursor = cursor
    self.title = title
    self.sections = sections
    self.sources = sources
    self.layouts = layouts
  }
}

extension FeedImage {
  /// Reads an image.
  ///
  /// - Parameter json: The image as JSON in UTF-8.
  /// - Throws: ``WireError`` if the input is not valid.
  public init(json: [UInt8], limits: WireLimits) throws(WireError) {
    self = try WireReader.read(json, limits: limits) { json throws(WireError) in
      var epoch: Epoch?
      var version: Int?
      var title = ""
      var layouts = ""
      var sections: [WireSection]?
      var sources: [WireSource] = []
      try json.object { json, key throws(WireError) in
        switch key {
        case "epoch":
          let text = try json.text()
          guard let read = Epoch(text) else {
            throw json.error(.wrongValue, "'\(text)' is not an epoch")
          }
          epoch = read
        case "version": version = try json.count()
        case "title": title = try json.text()
        case "layouts": layouts = try json.text()
        case "sections": sections = try json.sections()
        case "sources": sources = try json.sources()
        default: try json.skip()
        }
      }
      let cursor = Cursor(
        epoch: try json.require(epoch, "epoch"),
        version: try json.require(version, "version")
      )
      return FeedImage(
        cursor: cursor,
        title: title,
        sections: try json.require(sections, "sections"),
        sources: sources,
        layouts: layouts
      )
    }
  }
}

extension FeedImage: WireMessage {
  /// Writes the image.
  public func write(into json: inout JSONWriter) {
    json.image(cursor: cursor, title: title, layouts: layouts, sources: sources) { json in
      for section in sections { json.section(section) }
    }
  }
}
