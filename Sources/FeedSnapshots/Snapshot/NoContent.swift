/// The content of a section or item that is known by its id alone.
public struct NoContent: Hashable, Sendable {
  /// Creates the only value.
  @inlinable
  public init() {}
}

extension SnapshotEntry where Content == NoContent {
  /// Creates an item that is known by its id alone.
  @inlinable
  public init(id: ID) { self.init(id: id, content: NoContent()) }
}
