/// The edge or corner of a section, or of the whole layout, that a view is held to.
public enum BoundaryAlignment: String, Hashable, Sendable, CaseIterable {
  /// The middle of the top edge.
  case top
  /// The top leading corner.
  case topLeading
  /// The top trailing corner.
  case topTrailing
  /// The middle of the leading edge.
  case leading
  /// The middle of the trailing edge.
  case trailing
  /// The middle of the bottom edge.
  case bottom
  /// The bottom leading corner.
  case bottomLeading
  /// The bottom trailing corner.
  case bottomTrailing
}

/// A view at the boundary of a section or of the layout, for example a header.
public struct BoundaryItem: Hashable, Sendable {
  /// The kind of view.
  public var kind: String
  /// Its size.
  public var size: LayoutSize
  /// The edge or corner that it is held to.
  public var alignment: BoundaryAlignment
  /// How far it is moved from there.
  public var offset: Point
  /// Whether it stands outside and lets the section grow.
  public var extendsBoundary: Bool
  /// Whether it stays in view as long as its section is.
  public var pinToVisibleBounds: Bool
  /// The room inside the edges of its frame.
  public var contentInsets: DirectionalInsets
  /// Its place among the elements that overlap.
  public var zIndex: Int

  /// Declares a view at a boundary.
  ///
  /// - Parameters:
  ///   - kind: The kind of view.
  ///   - size: Its size.
  ///   - alignment: The edge or corner that it is held to.
  ///   - offset: How far it is moved from there.
  ///   - extendsBoundary: Whether it stands outside and lets the section grow.
  ///   - pinToVisibleBounds: Whether it stays in view as long as its section is.
  ///   - contentInsets: The room inside the edges of its frame.
  ///   - zIndex: Its place among the elements that overlap.
  public init(
    kind: String,
    size: LayoutSize,
    alignment: BoundaryAlignment = .top,
    offset: Point = Point(),
    extendsBoundary: Bool = true,
    pinToVisibleBounds: Bool = false,
    contentInsets: DirectionalInsets = .zero,
    zIndex: Int = 1
  ) {
    self.kind = kind
    self.size = size
    self.alignment = alignment
    self.offset = offset
    self.extendsBoundary = extendsBoundary
    self.pinToVisibleBounds = pinToVisibleBounds
    self.contentInsets = contentInsets
    self.zIndex = zIndex
  }
}

/// A background behind a whole section.
public struct DecorationItem: Hashable, Sendable {
  /// The kind of view.
  public var kind: String
  /// The room between the edges of the section and the background.
  public var contentInsets: DirectionalInsets
  /// Its place among the elements that overlap.
  public var zIndex: Int

  /// Declares a background.
  ///
  /// - Parameters:
  ///   - kind: The kind of view.
  ///   - contentInsets: The room between the edges of the section and the background.
  ///   - zIndex: Its place among the elements that overlap.
  public init(kind: String, contentInsets: DirectionalInsets = .zero, zIndex: Int = 0) {
    self.kind = kind
    self.contentInsets = contentInsets
    self.zIndex = zIndex
  }
}
