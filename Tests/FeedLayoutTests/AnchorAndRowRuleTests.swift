import FeedLayout
import Testing

@Suite("Rules of badges, rows and measured cells")
struct AnchorAndRowRuleTests {
  static func badge(
    _ edges: DirectionalEdges,
    own: DirectionalEdges? = nil,
    offset: Point = Point(),
    fraction: Point = Point()
  ) -> SupplementaryItem {
    SupplementaryItem(
      kind: "b",
      size: LayoutSize(width: .absolute(20), height: .absolute(10)),
      containerAnchor: LayoutAnchor(
        edges: edges,
        absoluteOffset: offset,
        fractionalOffset: fraction
      ),
      itemAnchor: own.map { LayoutAnchor(edges: $0) }
    )
  }

  static let badges: [(SupplementaryItem, [Double])] = [
    (badge([]), [90, 45, 20, 10]),
    (badge([.top, .trailing]), [180, 0, 20, 10]),
    (badge([.top, .bottom]), [90, 45, 20, 10]),
    (badge([.leading]), [0, 45, 20, 10]),
    (badge([.top, .trailing], own: [.bottom, .leading]), [200, -10, 20, 10]),
    (badge([.top, .trailing], offset: Point(x: 3, y: -4)), [183, -4, 20, 10]),
    (badge([.top, .trailing], fraction: Point(x: 0.5, y: -0.5)), [190, -5, 20, 10]),
  ]

  @Test(arguments: badges)
  func `the anchors of a badge and of its item coincide`(
    _ badge: SupplementaryItem,
    _ frame: [Double]
  ) throws {
    try RuleCase(
      "badge",
      Make.row(Make.item(.absolute(200), badges: [badge]), height: .absolute(100))
    )
    .with { $0.frames = ["supplementary:b 0/0": frame] }.check()
  }

  @Test func `badge indices count per kind and section, after boundary items`() throws {
    var group = Make.row(
      Make.item(.fractionalWidth(0.5), badges: [Self.badge(.top)]),
      height: .absolute(100)
    )
    group.supplementaries = [
      SupplementaryItem(
        kind: "g",
        size: LayoutSize(height: .absolute(4)),
        containerAnchor: LayoutAnchor(edges: .bottom)
      )
    ]
    var section = LayoutSection(group: group)
    section.boundaryItems = [SectionRuleTests.header("b")]
    let layout = try SolvedLayout(
      LayoutDescription(sections: [section]),
      environment: LayoutEnvironment(containerSize: Extent(width: 320, height: 480)),
      itemCounts: [3]
    )
    let keys = layout.allElements().map(\.id.key).filter { $0.hasPrefix("supp") }
    #expect(
      keys.sorted() == [
        "supplementary:b 0/0", "supplementary:b 0/1", "supplementary:b 0/2", "supplementary:b 0/3",
        "supplementary:g 0/0", "supplementary:g 0/1",
      ]
    )
    for element in layout.allElements() {
      #expect(layout.frame(of: element.id) == element.frame)
    }
    #expect(layout.frame(of: .supplementary(kind: "b", section: 0, index: 4)) == nil)
  }

  @Test func `views anchored to a trimmed group move to its new end`() throws {
    var group = Make.column(Make.item(.fractionalWidth(1), .absolute(30)))
    group.supplementaries = [
      SupplementaryItem(
        kind: "g",
        size: LayoutSize(height: .absolute(4)),
        containerAnchor: LayoutAnchor(edges: .bottom)
      )
    ]
    try RuleCase("trimmed", group)
      .with { ($0.counts, $0.size) = ([4], [320, 140]) }
      .with {
        $0.frames = [
          "supplementary:g 0/0": [0, 96, 320, 4], "supplementary:g 0/1": [0, 136, 320, 4],
        ]
      }
      .check()
  }

  @Test(arguments: [OrthogonalScrolling.continuousGroupLeadingBoundary, .groupPaging])
  func `a row scrolled beyond its end rests at the end, even if a group boundary is nearer`(
    _ behaviour: OrthogonalScrolling
  ) throws {
    var section = LayoutSection(
      group: Make.row(Make.item(), height: .absolute(100), width: .absolute(100))
    )
    section.orthogonalScrolling = behaviour
    section.interGroupSpacing = 8
    let layout = try SolvedLayout(
      LayoutDescription(sections: [section]),
      environment: LayoutEnvironment(containerSize: Extent(width: 310, height: 400)),
      itemCounts: [3]
    )
    #expect(layout.orthogonalRow(ofSection: 0)?.rowLength == 316)
    let atRest = [-1, 0, 2, 6, 40, 54, 500].map { layout.restingOffset(for: $0, inSection: 0) }
    #expect(atRest == [0, 0, 0, 6, 6, 6, 6])
  }

  static let stops: [(OrthogonalScrolling, [Double], [Double])] = [
    (.continuous, [-5, 40, 900], [0, 40, 740]),
    (.continuousGroupLeadingBoundary, [100, 110, 330, 700, 900], [0, 210, 420, 630, 740]),
    (.groupPaging, [100, 110, 330, 700, 900], [0, 210, 420, 630, 740]),
    (.paging, [100, 200, 440, 500, 660, 690, 900], [0, 300, 300, 600, 600, 740, 740]),
    (.groupPagingCentered, [-90, 0, 60, 900], [-50, -50, 160, 790]),
  ]

  @Test(arguments: stops)
  func `a row rests at the offset that its orthogonal scrolling defines`(
    _ behaviour: OrthogonalScrolling,
    _ requested: [Double],
    _ atRest: [Double]
  ) throws {
    var section = LayoutSection(
      group: Make.row(Make.item(), height: .absolute(100), width: .absolute(200))
    )
    section.orthogonalScrolling = behaviour
    section.interGroupSpacing = 10
    let layout = try SolvedLayout(
      LayoutDescription(sections: [section]),
      environment: LayoutEnvironment(containerSize: Extent(width: 300, height: 400)),
      itemCounts: [5]
    )
    #expect(layout.orthogonalRow(ofSection: 0)?.maxOffset == 740)
    #expect(requested.compactMap { layout.restingOffset(for: $0, inSection: 0) } == atRest)
    let scrolled = ScrollPosition(orthogonalOffsets: [0: 210])
    #expect(layout.frame(of: .cell(section: 0, item: 1), scrolledTo: scrolled)?.x == 0)
    #expect(
      layout.visibleElements(scrolledTo: scrolled).map(\.id)
        == [.cell(section: 0, item: 1), .cell(section: 0, item: 2)]
    )
  }

  static let measured = [
    RuleCase(
      "an item takes its measured size, and its group grows with it",
      Make.row(Make.item(.fractionalWidth(0.5), .estimated(50)), height: .estimated(50))
    )
    .with { ($0.counts, $0.heights, $0.size) = ([3], [0: [31, 88, 20]], [320, 108]) }
    .cells([0, 0, 160, 31], [160, 0, 160, 88], [0, 88, 160, 20]),
    RuleCase(
      "an unmeasured cell keeps its estimate",
      Make.column(Make.item(.fractionalWidth(1), .estimated(44)), height: .estimated(44))
    )
    .with { ($0.counts, $0.heights, $0.size) = ([2], [0: [nil, 10]], [320, 54]) },
    RuleCase(
      "a group of fixed size keeps its size",
      Make.column(Make.item(.fractionalWidth(1), .estimated(30)))
    )
    .with { ($0.counts, $0.heights, $0.size) = ([4], [0: [60, 60, 60, 60]], [320, 170]) }
    .cells([0, 0, 320, 60], [0, 60, 320, 60], [0, 120, 320, 60], [0, 100, 320, 60]),
    RuleCase(
      "fractional items in an estimated group use the estimate",
      Make.row(Make.item(), height: .estimated(44))
    )
    .with { ($0.counts, $0.heights, $0.size) = ([1], [0: [90]], [320, 44]) },
    RuleCase(
      "equal shares of an estimated length ignore measured sizes",
      Make.column(
        Make.item(.fractionalWidth(1), .estimated(44)),
        height: .estimated(88),
        filling: .equally(2),
        spacing: .fixed(5)
      )
    )
    .with { ($0.counts, $0.heights, $0.size) = ([3], [0: [30, 90, 7]], [320, 129.5]) },
    RuleCase(
      "insets on an estimated axis are ignored",
      Make.column(
        Make.item(
          .fractionalWidth(1),
          .estimated(44),
          insets: DirectionalInsets(top: 4, leading: 6, bottom: 4, trailing: 6)
        ),
        height: .estimated(44)
      )
    )
    .with { ($0.heights, $0.size) = ([0: [30]], [320, 30]) }.cells([6, 0, 308, 30]),
    RuleCase(
      "uniform items of a row take the largest size",
      Make.row(
        Make.item(.fractionalWidth(0.5), .uniformAcrossSiblings(estimate: 50)),
        height: .estimated(50)
      )
    )
    .with { ($0.counts, $0.heights, $0.size) = ([3], [0: [30, 90, 20]], [320, 110]) }
    .cells([0, 0, 160, 90], [160, 0, 160, 90], [0, 90, 160, 20]),
    RuleCase(
      "uniform outermost groups take the largest length of the section",
      Make.row(
        Make.item(.fractionalWidth(0.5), .uniformAcrossSiblings(estimate: 50)),
        height: .uniformAcrossSiblings(estimate: 50)
      )
    )
    .with { ($0.counts, $0.heights, $0.size) = ([3], [0: [30, 90, 20]], [320, 180]) }
    .cells([0, 0, 160, 90], [160, 0, 160, 90], [0, 90, 160, 90]),
    RuleCase(
      "an orthogonal section is as tall as its tallest group",
      Make.column(
        Make.item(.fractionalWidth(1), .estimated(44)),
        height: .estimated(44),
        width: .absolute(100)
      )
    ) { $0.orthogonalScrolling = .continuous }
    .with { ($0.counts, $0.heights, $0.size) = ([3], [0: [30, 70, 20]], [320, 70]) }
    .cells([0, 0, 100, 30], [100, 0, 100, 70], [200, 0, 100, 20]),
  ]

  @Test(arguments: measured) func `measured cells determine the lengths of groups`(
    _ rule: RuleCase
  ) throws {
    try rule.check()
  }
}
