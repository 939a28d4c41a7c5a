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

extension LayoutSection {
  /// Creates a section of full-width, self-sizing rows.
  public static func list(_ list: ListConfiguration = ListConfiguration()) -> LayoutSection {
    let row = LayoutSize(height: .estimated(list.estimatedRowHeight))
    var section = LayoutSection(
      group: LayoutGroup(.vertical([.item(LayoutItem(size: row))]), size: row)
    )
    let isPinned = list.appearance == .plain || list.appearance == .sidebarPlain
    switch list.appearance {
    case .plain, .sidebarPlain: break
    case .grouped:
      section.contentInsets = DirectionalInsets(bottom: 16)
    case .sidebar:
      section.contentInsets = DirectionalInsets(leading: 16, bottom: 16, trailing: 16)
    case .insetGrouped:
      let insets = DirectionalInsets(leading: 16, bottom: 16, trailing: 16)
      section.contentInsets = insets
      section.decorations = [
        DecorationItem(kind: ListConfiguration.backgroundKind, contentInsets: insets)
      ]
    }
    if list.headerMode == .supplementary {
      section.contentInsets.top += list.headerTopPadding
      section.boundaryItems.append(
        BoundaryItem(
          kind: ListConfiguration.headerKind,
          size: row,
          alignment: .top,
          pinToVisibleBounds: isPinned
        )
      )
    }
    if list.footerMode == .supplementary {
      section.boundaryItems.append(
        BoundaryItem(kind: ListConfiguration.footerKind, size: row, alignment: .bottom)
      )
    }
    return section
  }
}

extension LayoutSection {
  /// Returns the section to lay out in a container of the given size.
  ///
  /// - Parameter size: The container's size in points.
  /// - Returns: The section of the first variant that applies, or this section.
  public func variant(for size: Extent) -> LayoutSection {
    variants.first { $0.when.holds(for: size) }?.section ?? self
  }
}

extension ContentInsetsReference {
  /// Returns the reference, or the fallback if the reference is automatic.
  func resolved(_ fallback: ContentInsetsReference) -> ContentInsetsReference {
    guard self == .automatic else { return self }
    return fallback == .automatic ? .safeArea : fallback
  }
}

extension OrthogonalScrollingProperties: Encodable {
  /// Writes the scrolling behaviour of an orthogonal section.
  ///
  /// - Throws: The error of the encoder.
  public func encode(to encoder: any Encoder) throws {
    var object = WireObject(encoder)
    try object.write("bounce", word: bounce, unless: .automatic)
    try object.write("decelerationRate", word: decelerationRate, unless: .automatic)
  }
}

extension OrthogonalScrollingProperties: Decodable {
  /// Reads the scrolling behaviour of an orthogonal section from JSON.
  ///
  /// - Throws: ``LayoutError`` if a word is not known.
  public init(from decoder: any Decoder) throws {
    let fields = try WireFields(decoder, known: ["bounce", "decelerationRate"])
    self.init(
      bounce: try fields.word("bounce") ?? .automatic,
      decelerationRate: try fields.word("decelerationRate") ?? .automatic
    )
  }
}
