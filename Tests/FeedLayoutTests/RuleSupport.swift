import FeedLayout
import Testing

/// Short constructors for the tables of cases.
enum Make {
  static func item(
    _ width: LayoutDimension = .fractionalWidth(1),
    _ height: LayoutDimension = .fractionalHeight(1),
    insets: DirectionalInsets = .zero,
    edges: EdgeSpacing = .none,
    badges: [SupplementaryItem] = []
  ) -> LayoutMember {
    .item(
      LayoutItem(
        size: LayoutSize(width: width, height: height),
        contentInsets: insets,
        edgeSpacing: edges,
        supplementaries: badges
      )
    )
  }

  static func row(
    _ members: LayoutMember...,
    height: LayoutDimension = .absolute(10),
    width: LayoutDimension = .fractionalWidth(1),
    filling: LayoutGroup.Filling = .untilFull,
    spacing: LayoutSpacing? = nil,
    insets: DirectionalInsets = .zero,
    edges: EdgeSpacing = .none
  ) -> LayoutGroup {
    LayoutGroup(
      .horizontal(members),
      size: LayoutSize(width: width, height: height),
      filling: filling,
      interItemSpacing: spacing,
      contentInsets: insets,
      edgeSpacing: edges
    )
  }

  static func column(
    _ members: LayoutMember...,
    height: LayoutDimension = .absolute(100),
    width: LayoutDimension = .fractionalWidth(1),
    filling: LayoutGroup.Filling = .untilFull,
    spacing: LayoutSpacing? = nil,
    insets: DirectionalInsets = .zero,
    edges: EdgeSpacing = .none
  ) -> LayoutGroup {
    LayoutGroup(
      .vertical(members),
      size: LayoutSize(width: width, height: height),
      filling: filling,
      interItemSpacing: spacing,
      contentInsets: insets,
      edgeSpacing: edges
    )
  }

  static func edges(
    _ leading: LayoutSpacing? = nil,
    _ top: LayoutSpacing? = nil,
    _ trailing: LayoutSpacing? = nil,
    _ bottom: LayoutSpacing? = nil
  ) -> EdgeSpacing {
    EdgeSpacing(leading: leading, top: top, trailing: trailing, bottom: bottom)
  }
}

/// A case of a table: a layout and its expected frames.
struct RuleCase: CustomTestStringConvertible, Sendable {
  var name: String
  var layout: LayoutDescription
  var counts: [Int] = [1]
  var container = Extent(width: 320, height: 480)
  var scale = 2.0
  var safeArea = DirectionalInsets.zero
  var margins = DirectionalInsets.zero
  var heights: [Int: [Double?]] = [:]
  var scroll: Point?
  /// The expected size of the content, if the rule concerns it.
  var size: [Double]?
  /// The expected frames by ``LayoutElementID/key``.
  var frames: [String: [Double]] = [:]

  var testDescription: String { name }

  init(_ name: String, _ layout: LayoutDescription) {
    self.name = name
    self.layout = layout
  }

  init(_ name: String, _ group: LayoutGroup, _ change: (inout LayoutSection) -> Void = { _ in }) {
    var section = LayoutSection(group: group)
    change(&section)
    self.init(name, LayoutDescription(sections: [section]))
  }

  func with(_ change: (inout RuleCase) -> Void) -> RuleCase {
    var copy = self
    change(&copy)
    return copy
  }

  /// Sets the expected frames of the first cells of section 0.
  func cells(_ frames: [Double]...) -> RuleCase {
    with { copy in
      for (index, frame) in frames.enumerated() { copy.frames["cell 0/\(index)"] = frame }
    }
  }

  func check() throws {
    let answer = try LayoutAnswer(
      LayoutRequest(
        environment: LayoutEnvironment(
          containerSize: container,
          pixelGrid: PixelGrid(scale: scale),
          safeAreaInsets: safeArea,
          layoutMargins: margins
        ),
        layout: layout,
        itemCounts: counts,
        measured: MeasuredAnswers(cellHeights: heights),
        scrollOffset: scroll
      )
    )
    if let size {
      #expect(
        near([answer.contentSize.width, answer.contentSize.height], size, 0.001),
        "the content is \(answer.contentSize)"
      )
    }
    let found = Dictionary(
      answer.elements.map { ($0.id.key, $0.frame) },
      uniquingKeysWith: { first, _ in first }
    )
    for (key, expected) in frames {
      guard let frame = found[key] else {
        Issue.record("\(key) is missing")
        continue
      }
      #expect(
        near([frame.x, frame.y, frame.width, frame.height], expected, 0.001),
        "\(key) is \(frame)"
      )
    }
  }
}
