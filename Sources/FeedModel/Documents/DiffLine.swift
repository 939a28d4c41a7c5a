public import FeedSnapshots

/// Two snapshots and the marks of the second, in the form of a line of text.
///
/// ```json
/// {"old": {"sections": []}, "new": {"sections": []}, "reload": ["1"], "reconfigure": ["2"]}
/// ```
public struct DiffLine: Hashable, Sendable, Decodable {
  /// The old snapshot.
  public var old: SnapshotDocument
  /// The new snapshot.
  public var new: SnapshotDocument
  /// The items of the new snapshot that are reloaded.
  public var reload: [String]?
  /// The items of the new snapshot that are reconfigured, so that they keep their views.
  public var reconfigure: [String]?

  /// Describes a pair of snapshots.
  ///
  /// - Parameter reconfigure: The items that are reconfigured, so that they keep their views.
  public init(
    old: SnapshotDocument,
    new: SnapshotDocument,
    reload: [String]? = nil,
    reconfigure: [String]? = nil
  ) {
    self.old = old
    self.new = new
    self.reload = reload
    self.reconfigure = reconfigure
  }

  /// Creates both snapshots, the new one with its marks.
  ///
  /// - Throws: `SnapshotError` with code `duplicateSection`,
  ///   `duplicateItem` or `unknownItem`.
  /// - Complexity: O(*n*).
  public func snapshots() throws(SnapshotError) -> (
    old: Snapshot<Text, Text>, new: Snapshot<Text, Text>
  ) {
    let old = try old.snapshot()
    var new = try new.snapshot()
    try new.reloadItems((reload ?? []).map { Text($0) })
    try new.reconfigureItems((reconfigure ?? []).map { Text($0) })
    return (old, new)
  }

  /// Returns the batch that leads from the old snapshot to the new one.
  ///
  /// - Parameter profile: Whether items may be inserted, deleted or moved inside sections that
  ///   move.
  /// - Throws: `SnapshotError` as ``snapshots()``.
  /// - Complexity: O(*n*).
  public func updates(profile: UpdateProfile = .safe) throws(SnapshotError) -> BatchUpdates {
    let (old, new) = try snapshots()
    return old.updates(to: new, profile: profile)
  }

  /// Answers the line with a batch, or with the problem of the line.
  ///
  /// - Parameter profile: Whether items may be inserted, deleted or moved inside sections that
  ///   move.
  /// - Complexity: O(*n*).
  public func answer(profile: UpdateProfile = .safe) -> DiffAnswer {
    do {
      return .updates(try updates(profile: profile))
    } catch {
      return .error(code: error.code.rawValue, message: error.message)
    }
  }
}
