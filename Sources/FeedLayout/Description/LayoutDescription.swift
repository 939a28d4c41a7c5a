/// A declared layout: the scroll direction and the sections.
///
/// Declaration *i* of ``sections`` lays out section *i* of the content. The last declaration lays
/// out all further sections.
///
/// ```swift
/// let cell = LayoutItem(size: LayoutSize(width: .fractionalWidth(0.5)))
/// let row = LayoutGroup(.horizontal([.item(cell)]), size: LayoutSize(height: .absolute(44)))
/// let layout = LayoutDescription(sections: [LayoutSection(group: row)])
/// ```
public struct LayoutDescription: Hashable, Sendable {
  /// The section declarations, in display order.
  public var sections: [LayoutSection]
  /// The axis along which the sections are stacked.
  public var scrollDirection: Axis
  /// The spacing between adjacent sections, including empty sections.
  public var interSectionSpacing: Double
  /// The headers, footers and side views of the whole layout.
  public var boundaryItems: [BoundaryItem]
  /// The reference of insets for sections that declare `.automatic`.
  public var contentInsetsReference: ContentInsetsReference
  /// The reading direction.
  public var direction: LayoutDirection

  /// Creates a layout declaration.
  ///
  /// - Parameter boundaryItems: The headers, footers and side views of the whole layout.
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

extension LayoutDescription: Decodable {
  private enum Direction: String, CaseIterable {
    case leftToRight, rightToLeft, ltr, rtl
  }

  /// Reads a layout from JSON.
  ///
  /// - Throws: ``LayoutError`` if it cannot be read.
  public init(from decoder: any Decoder) throws {
    let fields = try WireFields(
      decoder,
      known: [
        "scrollDirection", "interSectionSpacing", "boundaryItems", "contentInsetsReference",
        "direction", "sections",
      ]
    )
    let direction: Direction? = try fields.word("direction")
    self.init(
      sections: try fields.required("sections"),
      scrollDirection: try fields.word("scrollDirection") ?? .vertical,
      interSectionSpacing: try fields.number("interSectionSpacing") ?? 0,
      boundaryItems: try fields.value("boundaryItems") ?? [],
      contentInsetsReference: try fields.word("contentInsetsReference") ?? .safeArea,
      direction: direction == .rightToLeft || direction == .rtl ? .rightToLeft : .leftToRight
    )
  }
}
