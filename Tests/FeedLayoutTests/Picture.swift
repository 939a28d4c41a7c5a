import FeedLayout

/// An SVG drawing of a layout's solved frames, for the documentation.
struct Picture {
  var name: String
  var layout: LayoutDescription
  var counts: [Int]
  var container = Extent(width: 320, height: 200)
  var scroll: Point?
  var heights: [Double] = []
  /// The part of the content to draw, if it is larger than the view.
  var height: Double?
  var orthogonalWidth: Double?

  init(_ name: String, _ layout: LayoutDescription, _ counts: [Int]) {
    (self.name, self.layout, self.counts) = (name, layout, counts)
  }

  init(
    _ name: String,
    _ group: LayoutGroup,
    _ count: Int,
    _ change: (inout LayoutSection) -> Void = { _ in }
  ) {
    var section = LayoutSection(group: group)
    change(&section)
    self.init(name, LayoutDescription(sections: [section]), [count])
  }

  func with(_ change: (inout Picture) -> Void) -> Picture {
    var copy = self
    change(&copy)
    return copy
  }

  private static let margin = 12.0

  /// The picture: the view as a dashed line, cells in blue with their numbers, headers in amber,
  /// badges in red, backgrounds in grey, sections as thin outlines.
  func svg() throws -> String {
    let heights = heights
    let solved = try SolvedLayout(
      layout,
      environment: LayoutEnvironment(containerSize: container, pixelGrid: PixelGrid(scale: 2)),
      itemCounts: counts,
      measuring: heights.isEmpty
        ? nil
        : { request in
          guard case .cell(_, let item) = request.element, item < heights.count else { return nil }
          return Extent(width: .nan, height: heights[item])
        }
    )
    let scroll = ScrollPosition(offset: scroll ?? Point())
    let width = orthogonalWidth ?? max(container.width, solved.contentSize.width)
    let height = height ?? max(solved.contentSize.height, self.scroll == nil ? 0 : container.height)
    let elements = solved.allElements(scrolledTo: scroll).sorted { $0.zIndex < $1.zIndex }
    var lines = [
      """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(number(width + 2 * Self.margin))" \
      height="\(number(height + 2 * Self.margin))" \
      viewBox="\(number(-Self.margin)) \(number(-Self.margin)) \(number(width + 2 * Self.margin)) \
      \(number(height + 2 * Self.margin))" font-family="sans-serif" font-size="12" \
      text-anchor="middle">
      """,
      """
      <rect x="\(number(-Self.margin))" y="\(number(-Self.margin))" \
      width="\(number(width + 2 * Self.margin))" height="\(number(height + 2 * Self.margin))" \
      fill="#ffffff"/>
      """,
    ]
    for section in 0..<solved.sectionCount {
      lines.append(rect(solved.frame(ofSection: section), fill: "none", stroke: "#c4c9d0"))
    }
    for element in elements {
      let (fill, stroke, label) = colours(element.id)
      let frame = element.frame
      lines.append(rect(frame, fill: fill, stroke: stroke))
      guard !label.isEmpty else { continue }
      lines.append(
        """
        <text x="\(number(frame.x + frame.width / 2))" y="\(number(frame.y + frame.height / 2 + 4))" \
        fill="#1b2733">\(label)</text>
        """
      )
    }
    let view = Frame(
      x: scroll.offset.x,
      y: scroll.offset.y,
      width: container.width,
      height: min(container.height, height)
    )
    lines.append(
      """
      <rect x="\(number(view.x))" y="\(number(view.y))" width="\(number(view.width))" \
      height="\(number(view.height))" fill="none" stroke="#1b2733" stroke-dasharray="4 3"/>
      """
    )
    return (lines + ["</svg>", ""]).joined(separator: "\n")
  }

  private func colours(_ id: LayoutElementID) -> (fill: String, stroke: String, label: String) {
    switch id {
    case .cell(_, let item): ("#dbe9fb", "#4c86d6", "\(item)")
    case .supplementary(let kind, _, _) where kind == "badge": ("#f8d0cd", "#cf4a42", "")
    case .supplementary(let kind, _, _), .layoutSupplementary(let kind, _):
      ("#fdeec7", "#d29a1c", kind)
    case .decoration: ("#eef0f3", "#c4c9d0", "")
    }
  }

  private func rect(_ frame: Frame, fill: String, stroke: String) -> String {
    """
    <rect x="\(number(frame.x))" y="\(number(frame.y))" width="\(number(frame.width))" \
    height="\(number(frame.height))" fill="\(fill)" stroke="\(stroke)"/>
    """
  }

  private func number(_ value: Double) -> String {
    let rounded = (value * 100).rounded() / 100
    return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
  }
}
