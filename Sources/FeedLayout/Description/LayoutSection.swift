/// How the groups of a section are scrolled against the direction of the layout.
public enum OrthogonalScrolling: String, Hashable, Sendable, CaseIterable {
  /// Not at all: the groups follow each other in the direction of the layout.
  case none
  /// To any offset.
  case continuous
  /// Freely, coming to rest at the leading edge of a group.
  case continuousGroupLeadingBoundary
  /// By the width of the section.
  case paging
  /// Group by group, resting at the leading edge.
  case groupPaging
  /// Group by group, resting with the group in the centre.
  case groupPagingCentered
}

/// How an orthogonal section feels under the hand; no frame depends on it.
public struct OrthogonalScrollingProperties: Hashable, Sendable {
  /// Whether the row springs back at its ends.
  public enum Bounce: String, Hashable, Sendable, CaseIterable {
    /// As the renderer is used to.
    case automatic
    /// Always.
    case always
    /// Never.
    case never
  }

  /// How quickly the row comes to rest.
  public enum DecelerationRate: String, Hashable, Sendable, CaseIterable {
    /// As the renderer is used to.
    case automatic
    /// Slowly.
    case normal
    /// Quickly.
    case fast
  }

  /// Whether the row springs back at its ends.
  public var bounce: Bounce
  /// How quickly the row comes to rest.
  public var decelerationRate: DecelerationRate

  /// Declares how an orthogonal section feels.
  ///
  /// - Parameters:
  ///   - bounce: Whether the row springs back at its ends.
  ///   - decelerationRate: How quickly the row comes to rest.
  public init(bounce: Bounce = .automatic, decelerationRate: DecelerationRate = .automatic) {
    self.bounce = bounce
    self.decelerationRate = decelerationRate
  }
}

/// The part of the view that insets are counted from, across the direction of scrolling.
public enum ContentInsetsReference: String, Hashable, Sendable, CaseIterable {
  /// What the layout says.
  case automatic
  /// The edges of the view.
  case none
  /// The safe area.
  case safeArea
  /// The layout margins.
  case layoutMargins
  /// The width in which text reads well.
  case readableContent
}

/// One arrangement of cells, from top to bottom or from side to side.
public struct LayoutSection: Hashable, Sendable {
  /// The group that is repeated until all cells have a place.
  public var group: LayoutGroup
  /// The room inside the section's edges; a value between 0 and 1 is a fraction.
  public var contentInsets: DirectionalInsets
  /// The room between two groups.
  public var interGroupSpacing: Double
  /// How the groups are scrolled against the direction of the layout.
  public var orthogonalScrolling: OrthogonalScrolling
  /// How the orthogonal scrolling feels.
  public var orthogonalScrollingProperties: OrthogonalScrollingProperties
  /// The headers, footers and sides.
  public var boundaryItems: [BoundaryItem]
  /// The backgrounds.
  public var decorations: [DecorationItem]
  /// Whether boundary items keep inside the section's insets.
  public var supplementariesFollowContentInsets: Bool
  /// What the section's insets are counted from.
  public var contentInsetsReference: ContentInsetsReference
  /// What the boundary items are counted from.
  public var supplementaryContentInsetsReference: ContentInsetsReference
  /// What stands in for this section in a container of another size; the first that fits is taken.
  public var variants: [SectionVariant]

  /// Declares a section.
  ///
  /// - Parameters:
  ///   - group: The group that is repeated.
  ///   - contentInsets: The room inside the section's edges.
  ///   - interGroupSpacing: The room between two groups.
  ///   - orthogonalScrolling: How the groups are scrolled against the direction of the layout.
  ///   - orthogonalScrollingProperties: How that feels.
  ///   - boundaryItems: The headers, footers and sides.
  ///   - decorations: The backgrounds.
  ///   - supplementariesFollowContentInsets: Whether boundary items keep inside the insets.
  ///   - contentInsetsReference: What the section's insets are counted from.
  ///   - supplementaryContentInsetsReference: What the boundary items are counted from.
  ///   - variants: What stands in for this section in a container of another size.
  public init(
    group: LayoutGroup,
    contentInsets: DirectionalInsets = .zero,
    interGroupSpacing: Double = 0,
    orthogonalScrolling: OrthogonalScrolling = .none,
    orthogonalScrollingProperties: OrthogonalScrollingProperties = .init(),
    boundaryItems: [BoundaryItem] = [],
    decorations: [DecorationItem] = [],
    supplementariesFollowContentInsets: Bool = true,
    contentInsetsReference: ContentInsetsReference = .automatic,
    supplementaryContentInsetsReference: ContentInsetsReference = .automatic,
    variants: [SectionVariant] = []
  ) {
    self.group = group
    self.contentInsets = contentInsets
    self.interGroupSpacing = interGroupSpacing
    self.orthogonalScrolling = orthogonalScrolling
    self.orthogonalScrollingProperties = orthogonalScrollingProperties
    self.boundaryItems = boundaryItems
    self.decorations = decorations
    self.supplementariesFollowContentInsets = supplementariesFollowContentInsets
    self.contentInsetsReference = contentInsetsReference
    self.supplementaryContentInsetsReference = supplementaryContentInsetsReference
    self.variants = variants
  }
}
