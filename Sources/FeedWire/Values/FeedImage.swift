/// All that a client is shown: what `GET /v1/feed` answers, and the data of an `image` event.
///
/// An image may come at any time and replaces everything that the client holds.
public struct FeedImage: Hashable, Sendable {
  /// Which version it is.
  public var cursor: Cursor
  /// What the feed is called; empty if it has no name.
  public var title: String
  /// The sections of the view, in order.
  public var sections: [WireSection]
  /// How the sources fare.
  public var sources: [WireSource]

  /// Describes an image.
  ///
  /// - Parameters:
  ///   - cursor: Which version it is.
  ///   - title: What the feed is called.
  ///   - sections: The sections of the view, in order.
  ///   - sources: How the sources fare.
  public init(
    cursor: Cursor,
    title: String = "",
    sections: [WireSection] = [],
    sources: [WireSource] = []
  ) {
    self.cursor = cursor
    self.title = title
    self.sections = sections
    self.sources = sources
  }
}
