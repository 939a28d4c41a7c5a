public import FeedSnapshots

/// The changes from the version that a client holds to a newer one: the data of a `patch` event.
///
/// A client with a list view performs the batch unchanged, and takes the contents from the other lists. A
/// client without a list view applies both to nested arrays.
public struct FeedPatch: Hashable, Sendable {
  /// The version that the client holds.
  public var from: Int
  /// The version after the patch; the same version if only a window was moved.
  public var to: Int
  /// The edits of sections and items.
  public var batch: BatchUpdates
  /// The inserted sections, one for each of `insertSections`.
  public var sections: [WireSection]
  /// The inserted items, one for each of `insertItems`.
  public var items: [WireItem]
  /// The changes of items, one for each of `reconfigureItems`, then for each of `reloadItems`.
  public var changes: [WireChange]
  /// The changes of headers, one for each of `reloadSections`.
  public var headers: [WireHeaderChange]
  /// The new places of windows.
  public var windows: [WireWindowChange]
  /// The states of all sources if one of them has changed; otherwise empty.
  public var sources: [WireSource]

  /// Creates a patch.
  ///
  /// - Parameter sources: The states of all sources if one of them has changed.
  public init(
    from: Int,
    to: Int,
    batch: BatchUpdates = BatchUpdates(),
    sections: [WireSection] = [],
    items: [WireItem] = [],
    changes: [WireChange] = [],
    headers: [WireHeaderChange] = [],
    windows: [WireWindowChange] = [],
    sources: [WireSource] = []
  ) {
    self.from = from
    self.to = to
    self.batch = batch
    self.sections = sections
    self.items = items
    self.changes = changes
    self.headers = headers
    self.windows = windows
    self.sources = sources
  }
}
