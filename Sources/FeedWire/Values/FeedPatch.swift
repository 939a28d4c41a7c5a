public import FeedModel
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

extension FeedPatch {
  /// Reads a patch.
  ///
  /// - Parameter json: The patch as JSON in UTF-8.
  /// - Throws: ``WireError`` if the input is not valid.
  public init(json: [UInt8], limits: WireLimits) throws(WireError) {
    self = try WireReader.read(json, limits: limits) { json throws(WireError) in
      var from: Int?
      var to: Int?
      var patch = FeedPatch(from: 0, to: 0)
      try json.object { json, key throws(WireError) in
        switch key {
        case "from": from = try json.count()
        case "to": to = try json.count()
        case "batch": patch.batch = try json.batch()
        case "sections": patch.sections = try json.sections()
        case "items": patch.items = try json.items()
        case "changes": patch.changes = try json.changes()
        case "headers": patch.headers = try json.headers()
        case "windows": patch.windows = try json.windows()
        case "sources": patch.sources = try json.sources()
        default: try json.skip()
        }
      }
      patch.from = try json.require(from, "from")
      patch.to = try json.require(to, "to")
      return patch
    }
  }
}

extension FeedPatch: WireMessage {
  /// Writes the patch.
  public func write(into json: inout JSONWriter) {
    json.patch(from: from, to: to, batch) { json in
      json.list("sections", sections) { $0.section($1) }
      json.list("items", items) { $0.item($1) }
      json.list("changes", changes) { $0.change($1) }
      json.list("headers", headers) { $0.headerChange($1) }
      json.list("windows", windows) { $0.windowChange($1) }
      json.list("sources", sources) { $0.source($1) }
    }
  }
}
