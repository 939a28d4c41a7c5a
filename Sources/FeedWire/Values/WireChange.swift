public import FeedSnapshots

/// The changes of an item that exists in both versions.
///
/// ```json
/// {"at":[2,14],"set":{"value":"2.40"},"unset":["badge"]}
/// ```
public struct WireChange: Hashable, Sendable {
  /// The position of the item in the new version.
  public var at: SnapshotPath
  /// The new or changed parts; empty parts are unchanged.
  public var set: WireLook
  /// The removed parts.
  public var unset: [WireLook.Key]

  /// Creates a change.
  public init(at: SnapshotPath, set: WireLook, unset: [WireLook.Key] = []) {
    self.at = at
    self.set = set
    self.unset = unset
  }
}
