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
