public import FeedSnapshots

/// What leads from the version that a client holds to a newer one: the data of a `patch` event.
///
/// A client with a list view performs the batch as it stands, and takes the contents from the other
/// lists; one without applies both to nested arrays.
public struct FeedPatch: Hashable, Sendable {
  /// The version that the client holds.
  public var from: Int
  /// The version that it leads to.
  public var to: Int
  /// What comes, goes, moves and looks different.
  public var batch: BatchUpdates
  /// The sections that come, one for each of `insertSections`.
  public var sections: [WireSection]
  /// The items that come, one for each of `insertItems`.
  public var items: [WireItem]
  /// What is different of items, one for each of `reconfigureItems`, then for each of `reloadItems`.
  public var changes: [WireChange]
  /// What sections show about themselves, one for each of `reloadSections`.
  public var headers: [WireHeaderChange]
  /// How the sources fare, if any of them fares otherwise; empty if not.
  public var sources: [WireSource]

  /// Describes a patch.
  ///
  /// - Parameters:
  ///   - from: The version that the client holds.
  ///   - to: The version that it leads to.
  ///   - batch: What comes, goes, moves and looks different.
  ///   - sections: The sections that come.
  ///   - items: The items that come.
  ///   - changes: What is different of items.
  ///   - headers: What sections show about themselves.
  ///   - sources: How the sources fare, if any of them fares otherwise.
  public init(
    from: Int,
    to: Int,
    batch: BatchUpdates = BatchUpdates(),
    sections: [WireSection] = [],
    items: [WireItem] = [],
    changes: [WireChange] = [],
    headers: [WireHeaderChange] = [],
    sources: [WireSource] = []
  ) {
    self.from = from
    self.to = to
    self.batch = batch
    self.sections = sections
    self.items = items
    self.changes = changes
    self.headers = headers
    self.sources = sources
  }
}
