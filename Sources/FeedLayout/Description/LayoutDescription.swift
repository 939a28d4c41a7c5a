/// A whole layout, as it is declared: the direction of scrolling and the sections.
///
/// Section *i* of what is shown is laid out by the declaration *i* of ``sections``, and by the last
/// one where there are more sections than declarations.
///
/// ```swift
/// let cell = LayoutItem(size: LayoutSize(width: .fractionalWidth(0.5)))
/// let row = LayoutGroup(.horizontal([.item(cell)]), size: LayoutSize(height: .absolute(44)))
/// let layout = LayoutDescription(sections: [LayoutSection(group: row)])
/// ```
public struct LayoutDescription: Hashable, Sendable {
  /// The sections, in the order of what is shown.
  public var sections: [LayoutSection]
  /// The axis along which the sections follow each other.
  public var scrollDirection: Axis
  /// The room between two sections, empty ones included.
  public var interSectionSpacing: Double
  /// The headers, footers and sides of the whole layout.
  public var boundaryItems: [BoundaryItem]
  /// What insets are counted from where a section does not say.
  public var contentInsetsReference: ContentInsetsReference
  /// The direction of reading.
  public var direction: LayoutDirection

  /// Declares a layout.
  ///
  /// - Parameters:
  ///   - sections: The sections, in the order of what is shown.
  ///   - scrollDirection: The axis along which they follow each other.
  ///   - interSectionSpacing: The room between two sections.
  ///   - boundaryItems: The headers, footers and sides of the whole layout.
  ///   - contentInsetsReference: What insets are counted from where a section does not say.
  ///   - direction: The direction of reading.
  public init(
    sections: [LayoutSection] = [],
    scrollDirection: Axis = .vertical,
    interSectionSpacing: Double = 0,
    boundaryItems: [BoundaryItem] = [],
    contentInsetsReference: ContentInsetsReference = .safeArea,
    direction: LayoutDirection = .leftToRight
  ) {
    self.sections = sections
    self.scrollDirection = scrollDirection
    self.interSectionSpacing = interSectionSpacing
    self.boundaryItems = boundaryItems
    self.contentInsetsReference = contentInsetsReference
    self.direction = direction
  }
}
