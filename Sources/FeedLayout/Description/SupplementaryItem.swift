/// A view anchored to an item or a group, for example a badge.
public struct SupplementaryItem: Hashable, Sendable {
  /// The kind of view.
  public var kind: String
  /// Its size; fractions are of the item's frame, or of the box that the group is laid out in.
  public var size: LayoutSize
  /// The point of the container that it is held to.
  public var containerAnchor: LayoutAnchor
  /// The point of the view that is put there; by default the one of the same edges.
  public var itemAnchor: LayoutAnchor?
  /// The room inside the edges of its frame.
  public var contentInsets: DirectionalInsets
  /// Its place among the elements that overlap.
  public var zIndex: Int

  /// Declares a view anchored to an item or a group.
  ///
  /// - Parameters:
  ///   - kind: The kind of view.
  ///   - size: Its size.
  ///   - containerAnchor: The point of the container that it is held to.
  ///   - itemAnchor: The point of the view that is put there.
  ///   - contentInsets: The room inside the edges of its frame.
  ///   - zIndex: Its place among the elements that overlap.
  public init(
    kind: String,
    size: LayoutSize,
    containerAnchor: LayoutAnchor,
    itemAnchor: LayoutAnchor? = nil,
    contentInsets: DirectionalInsets = .zero,
    zIndex: Int = 1
  ) {
    self.kind = kind
    self.size = size
    self.containerAnchor = containerAnchor
    self.itemAnchor = itemAnchor
    self.contentInsets = contentInsets
    self.zIndex = zIndex
  }
}
