/// A view anchored to an item or a group, for example a badge.
public struct SupplementaryItem: Hashable, Sendable {
  /// The kind of view.
  public var kind: String
  /// Its size; fractions refer to the item's frame, or to the box in which the group is laid out.
  public var size: LayoutSize
  /// The point of the container to which the view is attached.
  public var containerAnchor: LayoutAnchor
  /// The point of the view at that position; by default the point of the same edges.
  public var itemAnchor: LayoutAnchor?
  /// The insets of its frame.
  public var contentInsets: DirectionalInsets
  /// Its order among overlapping elements.
  public var zIndex: Int

  /// Creates a supplementary item.
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

extension SupplementaryItem: Decodable {
  /// Reads an anchored view from JSON.
  ///
  /// - Throws: ``LayoutError`` if it cannot be read.
  public init(from decoder: any Decoder) throws {
    let fields = try WireFields(
      decoder,
      known: ["kind", "size", "containerAnchor", "itemAnchor", "contentInsets", "zIndex"]
    )
    self.init(
      kind: try fields.required("kind"),
      size: try fields.required("size"),
      containerAnchor: try fields.value("containerAnchor") ?? LayoutAnchor(),
      itemAnchor: try fields.value("itemAnchor"),
      contentInsets: try fields.value("contentInsets") ?? .zero,
      zIndex: try fields.whole("zIndex") ?? 1
    )
  }
}

extension SupplementaryItem: Encodable {
  /// Writes an anchored view.
  ///
  /// - Throws: The error of the encoder.
  public func encode(to encoder: any Encoder) throws {
    var object = WireObject(encoder)
    try object.write("kind", kind)
    try object.write("size", size)
    try object.write("containerAnchor", containerAnchor, unless: LayoutAnchor())
    try object.write("itemAnchor", optional: itemAnchor)
    try object.write("contentInsets", contentInsets, unless: .zero)
    try object.write("zIndex", zIndex, unless: 1)
  }
}
