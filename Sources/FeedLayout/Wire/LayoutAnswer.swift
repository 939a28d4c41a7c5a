/// The frames of a layout, to be written as JSON.
public struct LayoutAnswer: Sendable {
  /// The size of the whole layout.
  public var contentSize: Extent
  /// The elements: all of them, or those in view if the layout is scrolled.
  public var elements: [LayoutElement]
  /// For each orthogonal section asked about, pairs of the offset asked for and the one at rest.
  public var restingOffsets: [Int: [[Double]]]
  /// The rows of the orthogonal sections.
  public var orthogonalRows: [Int: OrthogonalRow]

  /// Solves the layout of a request.
  ///
  /// - Throws: ``LayoutError`` if the layout cannot be solved.
  public init(_ request: LayoutRequest) throws(LayoutError) {
    try request.checkItems()
    let solved = try request.solved()
    contentSize = solved.contentSize
    if let offset = request.scrollOffset {
      elements = solved.visibleElements(scrolledTo: ScrollPosition(offset: offset))
    } else {
      elements = solved.allElements()
    }
    restingOffsets = [:]
    for (section, offsets) in request.requestedOffsets {
      restingOffsets[section] = offsets.compactMap { offset in
        solved.restingOffset(for: offset, inSection: section).map { [offset, $0] }
      }
    }
    orthogonalRows = [:]
    for section in request.itemCounts.indices {
      orthogonalRows[section] = solved.orthogonalRow(ofSection: section)
    }
  }
}

extension LayoutAnswer: Encodable {
  private enum CodingKeys: String, CodingKey {
    case contentSize, elements, restingOffsets, orthogonal
  }

  /// Writes the frames.
  ///
  /// - Throws: The error of the encoder.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode([contentSize.width, contentSize.height], forKey: .contentSize)
    try container.encode(elements.map(WireElement.init), forKey: .elements)
    try container.encode(named(restingOffsets), forKey: .restingOffsets)
    guard !orthogonalRows.isEmpty else { return }
    try container.encode(
      named(
        orthogonalRows.mapValues { row in
          [
            "rowWidth": row.rowLength, "viewportWidth": row.viewportLength,
            "maxOffset": row.maxOffset,
          ]
        }
      ),
      forKey: .orthogonal
    )
  }

  private func named<Value>(_ values: [Int: Value]) -> [String: Value] {
    Dictionary(uniqueKeysWithValues: values.map { ("\($0.key)", $0.value) })
  }
}

/// The JSON form of an element; a boundary item of the layout is item `layout` of section 0.
private struct WireElement: Encodable {
  let element: LayoutElement

  private enum CodingKeys: String, CodingKey {
    case element, kind, section, item, frame, zIndex
  }

  init(_ element: LayoutElement) { self.element = element }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch element.id {
    case .cell(let section, let item):
      try container.encode("cell", forKey: .element)
      try container.encode(section, forKey: .section)
      try container.encode(item, forKey: .item)
    case .supplementary(let kind, let section, let index):
      try container.encode("supplementary", forKey: .element)
      try container.encode(kind, forKey: .kind)
      try container.encode(section, forKey: .section)
      try container.encode(index, forKey: .item)
    case .layoutSupplementary(let kind, _):
      try container.encode("supplementary", forKey: .element)
      try container.encode(kind, forKey: .kind)
      try container.encode(0, forKey: .section)
      try container.encode("layout", forKey: .item)
    case .decoration(let kind, let section, let index):
      try container.encode("decoration", forKey: .element)
      try container.encode(kind, forKey: .kind)
      try container.encode(section, forKey: .section)
      try container.encode(index, forKey: .item)
    }
    let frame = element.frame
    try container.encode([frame.x, frame.y, frame.width, frame.height], forKey: .frame)
    try container.encode(element.zIndex, forKey: .zIndex)
  }
}
