/// The content of a section or item that is known by its id alone.
public struct NoContent: Hashable, Sendable {
  /// Creates the only value.
  @inlinable
  public init() {}
}
