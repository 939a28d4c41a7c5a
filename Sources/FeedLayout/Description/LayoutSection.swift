/// The scrolling of a section's groups across the layout's scroll direction.
public enum OrthogonalScrolling: String, Hashable, Sendable, CaseIterable {
  /// None: the groups are stacked along the layout's scroll direction.
  case none
  /// Stops at any offset.
  case continuous
  /// Scrolls freely and stops at the leading edge of a group.
  case continuousGroupLeadingBoundary
  /// Stops at multiples of the section's visible width.
  case paging
  /// Scrolls group by group and stops at the leading edge of a group.
  case groupPaging
  /// Scrolls group by group and stops with a group in the centre.
  case groupPagingCentered
}

/// Scrolling behavior of an orthogonal section for renderers; no frame depends on it.
public struct OrthogonalScrollingProperties: Hashable, Sendable {
  /// Whether the row bounces at its ends.
  public enum Bounce: String, Hashable, Sendable, CaseIterable {
    /// The renderer's default.
    case automatic
    /// Always.
    case always
    /// Never.
    case never
  }

  /// The deceleration of the row.
  public enum DecelerationRate: String, Hashable, Sendable, CaseIterable {
    /// The renderer's default.
    case automatic
    /// Slowly.
    case normal
    /// Quickly.
    case fast
  }

  /// Whether the row bounces at its ends.
  public var bounce: Bounce
  /// The deceleration of the row.
  public var decelerationRate: DecelerationRate

  /// Creates properties of orthogonal scrolling.
  ///
  /// - Parameter bounce: Whether the row bounces at its ends.
  public init(bounce: Bounce = .automatic, decelerationRate: DecelerationRate = .automatic) {
    self.bounce = bounce
    self.decelerationRate = decelerationRate
  }
}

/// The part of the view that insets are relative to, across the scroll direction.
public enum ContentInsetsReference: String, Hashable, Sendable, CaseIterable {
  /// The layout's reference.
  case automatic
  /// The edges of the view.
  case none
  /// The safe area.
  case safeArea
  /// The layout margins.
  case layoutMargins
  /// The readable content width.
  case readableContent
}

/// A declared section: a repeated group with its spacing, boundary items and backgrounds.
public struct LayoutSection: Hashable, Sendable {
  /// The group, repeated until it holds all cells.
  public var group: LayoutGroup
  /// The insets of the section; a value between 0 and 1 is a fraction of the view's length.
  public var contentInsets: DirectionalInsets
  /// The spacing between adjacent groups.
  public var interGroupSpacing: Double
  /// The scrolling of the groups across the layout's scroll direction.
  public var orthogonalScrolling: OrthogonalScrolling
  /// The properties of the orthogonal scrolling.
  public var orthogonalScrollingProperties: OrthogonalScrollingProperties
  /// The headers, footers and side views.
  public var boundaryItems: [BoundaryItem]
  /// The backgrounds.
  public var decorations: [DecorationItem]
  /// Whether boundary items lie inside the section's insets.
  public var supplementariesFollowContentInsets: Bool
  /// The reference of the section's insets.
  public var contentInsetsReference: ContentInsetsReference
  /// The reference of the boundary items' insets.
  public var supplementaryContentInsetsReference: ContentInsetsReference
  /// Replacements of this section at some container sizes; the first that matches is used.
  public var variants: [SectionVariant]

  /// Creates a section.
  ///
  /// - Parameters:
  ///   - supplementariesFollowContentInsets: Whether boundary items lie inside the insets.
  ///   - variants: Replacements of this section at some container sizes.
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
