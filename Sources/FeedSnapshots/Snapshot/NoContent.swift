/// The content of what is known by its id alone.
public struct NoContent: Hashable, Sendable {
  /// Makes the only value.
  @inlinable
  public init() {}
}

extension SnapshotEntry where Content == NoContent {
  /// Makes an item that is known by its id alone.
  ///
  /// - Parameter id: The stable identity.
  @inlinable
  public init(id: ID) { self.init(id: id, content: NoContent()) }
}
