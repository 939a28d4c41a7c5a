import FeedLayout
import Testing

@Suite("Rules of sections")
struct SectionRuleTests {
  static let insets = DirectionalInsets(top: 3, leading: 4, bottom: 5, trailing: 6)
  static let half = Make.row(Make.item(.fractionalWidth(0.5)), height: .absolute(40))

  static func header(
    _ kind: String = "h",
    _ alignment: BoundaryAlignment = .top,
    height: LayoutDimension = .absolute(30),
    width: LayoutDimension = .fractionalWidth(1),
    offset: Point = Point(),
    extends: Bool = true,
    pinned: Bool = false
  ) -> BoundaryItem {
    BoundaryItem(
      kind: kind,
      size: LayoutSize(width: width, height: height),
      alignment: alignment,
      offset: offset,
      extendsBoundary: extends,
      pinToVisibleBounds: pinned
    )
  }

  static let containers = [
    RuleCase(
      "in a vertical layout, insets shrink only the width",
      Make.row(Make.item(.fractionalWidth(0.5)), height: .fractionalHeight(0.5))
    ) { $0.contentInsets = insets }
    .with { ($0.counts, $0.size) = ([2], [320, 248]) }
    .cells([4, 3, 155, 240], [159, 3, 155, 240]),
    RuleCase(
      "in a horizontal layout, insets shrink only the height",
      LayoutDescription(
        sections: [
          LayoutSection(
            group: Make.column(
              Make.item(),
              height: .fractionalHeight(1),
              width: .fractionalWidth(0.5)
            ),
            contentInsets: insets
          )
        ],
        scrollDirection: .horizontal
      )
    )
    .with { ($0.counts, $0.size) = ([2], [330, 480]) }
    .cells([4, 3, 160, 472], [164, 3, 160, 472]),
    RuleCase(
      "insets of an orthogonal section do not shrink the width",
      Make.row(Make.item(), height: .absolute(50))
    ) { ($0.contentInsets, $0.orthogonalScrolling) = (insets, .continuous) }
    .with { ($0.counts, $0.size) = ([2], [320, 58]) }
    .cells([4, 3, 320, 50], [324, 3, 320, 50]),
    RuleCase("the safe area at the sides shrinks the width, headers included", half) {
      $0.boundaryItems = [header()]
    }
    .with { $0.safeArea = DirectionalInsets(top: 50, leading: 10, bottom: 20, trailing: 30) }
    .with {
      ($0.size, $0.frames) = (
        [320, 70], ["cell 0/0": [10, 30, 140, 40], "supplementary:h 0/0": [10, 0, 280, 30]]
      )
    },
    RuleCase("a section's insets can be relative to the layout margins", half) {
      $0.contentInsetsReference = .layoutMargins
    }
    .with { $0.margins = DirectionalInsets(top: 50, leading: 16, bottom: 20, trailing: 16) }
    .cells([16, 0, 144, 40]),
    RuleCase("a section's insets can be relative to the view", half) {
      $0.contentInsetsReference = .none
    }
    .with { $0.safeArea = DirectionalInsets(leading: 10, trailing: 30) }.cells([0, 0, 160, 40]),
  ]

  static let stacking = [
    RuleCase(
      "the last group is trimmed to its items",
      Make.column(Make.item(.fractionalWidth(1), .absolute(30)))
    )
    .with { ($0.counts, $0.size) = ([5], [320, 170]) },
    RuleCase(
      "a custom group is not trimmed",
      LayoutGroup(
        .custom([
          CustomPlace(frame: Frame(x: 1, y: 2, width: 3, height: 4)),
          CustomPlace(frame: Frame(x: -5, y: 50, width: 3, height: 4)),
        ]),
        size: LayoutSize(height: .absolute(80))
      )
    )
    .with { ($0.counts, $0.size) = ([3], [320, 160]) }
    .cells([1, 2, 3, 4], [-5, 50, 3, 4], [1, 82, 3, 4]),
    RuleCase("groups are separated by their spacing", half) { $0.interGroupSpacing = 8 }
      .with { ($0.counts, $0.size) = ([5], [320, 136]) }
      .with { $0.frames = ["cell 0/4": [0, 96, 160, 40]] },
    RuleCase(
      "a group's edge spacing adds to the distance, not to the width",
      Make.row(
        Make.item(.fractionalWidth(0.5)),
        height: .absolute(40),
        edges: Make.edges(.fixed(7), .fixed(2), .fixed(9), .fixed(3))
      )
    )
    .with { ($0.counts, $0.size) = ([4], [320, 90]) }
    .with { $0.frames = ["cell 0/0": [7, 2, 160, 40], "cell 0/3": [167, 47, 160, 40]] },
    RuleCase(
      "an empty section has no size but keeps its spacing",
      LayoutDescription(
        sections: [LayoutSection(group: half, contentInsets: insets)],
        interSectionSpacing: 12
      )
    )
    .with { ($0.counts, $0.size) = ([1, 0, 1], [320, 120]) }
    .with { $0.frames = ["cell 2/0": [4, 75, 155, 40]] },
    RuleCase(
      "an empty section with a header consists of insets and header",
      LayoutDescription(sections: [
        LayoutSection(group: half, contentInsets: insets, boundaryItems: [header()])
      ])
    )
    .with { ($0.counts, $0.size) = ([0], [320, 38]) },
  ]

  static let boundaries = [
    RuleCase("boundary items on one side do not stack", half) {
      $0.boundaryItems = [header(), header("t", height: .absolute(10))]
    }
    .with {
      ($0.size, $0.frames) = (
        [320, 70],
        ["supplementary:h 0/0": [0, 0, 320, 30], "supplementary:t 0/0": [0, 20, 320, 10]]
      )
    },
    RuleCase("an offset into the section extends the section by less", half) {
      $0.boundaryItems = [header(offset: Point(x: 5, y: 7))]
    }
    .with {
      ($0.size, $0.frames) = (
        [320, 63], ["supplementary:h 0/0": [5, 0, 320, 30], "cell 0/0": [0, 23, 160, 40]]
      )
    },
    RuleCase("an offset away from the section extends the section by more", half) {
      $0.boundaryItems = [header("f", .bottom, offset: Point(x: 0, y: 7))]
    }
    .with { ($0.size, $0.frames) = ([320, 77], ["supplementary:f 0/0": [0, 47, 320, 30]]) },
    RuleCase("a boundary item that does not extend the section lies inside", half) {
      $0.boundaryItems = [
        header(extends: false),
        header("f", .bottomTrailing, height: .absolute(10), width: .absolute(20), extends: false),
      ]
    }
    .with {
      ($0.size, $0.frames) = (
        [320, 40],
        ["supplementary:h 0/0": [0, 0, 320, 30], "supplementary:f 0/0": [300, 30, 20, 10]]
      )
    },
    RuleCase("a tall item at the side extends the section", half) {
      $0.boundaryItems = [header("s", .leading, height: .absolute(200), width: .absolute(20))]
    }
    .with {
      ($0.size, $0.frames) = (
        [320, 200], ["supplementary:s 0/0": [0, 0, 20, 200], "cell 0/0": [0, 0, 160, 40]]
      )
    },
    RuleCase("items that do not follow the insets span the view", half) {
      ($0.contentInsets, $0.supplementariesFollowContentInsets, $0.boundaryItems) = (
        insets, false, [header()]
      )
    }
    .with { $0.frames = ["supplementary:h 0/0": [0, 0, 320, 30], "cell 0/0": [4, 33, 155, 40]] },
    RuleCase(
      "the layout's boundary items surround all sections at full width",
      LayoutDescription(
        sections: [LayoutSection(group: half, contentInsets: insets)],
        boundaryItems: [header(), header("f", .bottom, height: .absolute(20))]
      )
    )
    .with {
      ($0.size, $0.frames) = (
        [320, 98],
        [
          "cell 0/0": [4, 33, 155, 40], "supplementary:h 0/layout": [0, 0, 320, 30],
          "supplementary:f 0/layout": [0, 78, 320, 20],
        ]
      )
    },
  ]

  static let pinning = [
    RuleCase("a pinned header stays in view", half) { $0.boundaryItems = [header(pinned: true)] }
      .with { ($0.counts, $0.container.height, $0.scroll) = ([8], 100, Point(y: 50)) }
      .with { $0.frames = ["supplementary:h 0/0": [0, 50, 320, 30]] },
    RuleCase("a pinned header is pushed out by the end of its section", half) {
      $0.boundaryItems = [header(pinned: true)]
    }
    .with { ($0.counts, $0.container.height, $0.scroll) = ([2, 2], 100, Point(y: 60)) }
    .with { $0.frames = ["supplementary:h 0/0": [0, 40, 320, 30]] },
    RuleCase("a pinned header leaves space for the footer", half) {
      $0.boundaryItems = [header(pinned: true), header("f", .bottom, height: .absolute(10))]
    }
    .with { ($0.counts, $0.container.height, $0.scroll) = ([2, 2], 100, Point(y: 60)) }
    .with { $0.frames = ["supplementary:h 0/0": [0, 40, 320, 30]] },
    RuleCase("a pinned footer stays in view above the safe area inset", half) {
      $0.boundaryItems = [header("f", .bottom, pinned: true)]
    }
    .with { ($0.counts, $0.container.height, $0.scroll) = ([20], 100, Point(y: 50)) }
    .with { $0.safeArea = DirectionalInsets(top: 10, bottom: 20) }
    .with { $0.frames = ["supplementary:f 0/0": [0, 100, 320, 30]] },
  ]

  @Test(arguments: containers) func `section insets shrink the box only across the stacking axis`(
    _ rule: RuleCase
  ) throws {
    try rule.check()
  }

  @Test(arguments: stacking) func `groups and sections are stacked in order with their spacing`(
    _ rule: RuleCase
  ) throws {
    try rule.check()
  }

  @Test(arguments: boundaries) func `boundary items lie around a section`(_ rule: RuleCase) throws {
    try rule.check()
  }

  @Test(arguments: pinning) func `pinned items follow the scroll offset`(_ rule: RuleCase) throws {
    try rule.check()
  }

  @Test func `a pinned item is raised only while it is in view`() throws {
    var section = LayoutSection(group: Self.half)
    section.boundaryItems = [Self.header(pinned: true)]
    let layout = try SolvedLayout(
      LayoutDescription(sections: [section]),
      environment: LayoutEnvironment(containerSize: Extent(width: 320, height: 100)),
      itemCounts: [8, 8]
    )
    let raised = layout.allElements(scrolledTo: ScrollPosition(offset: Point(y: 10))).filter {
      $0.zIndex > LayoutElement.pinnedZIndex
    }
    #expect(raised.map(\.id) == [.supplementary(kind: "h", section: 0, index: 0)])
    #expect(raised.first?.frame.y == 10)
  }

  @Test func `a background covers the whole section and raises its cells`() throws {
    var section = LayoutSection(group: Self.half, contentInsets: Self.insets)
    section.boundaryItems = [Self.header()]
    section.decorations = [
      DecorationItem(
        kind: "bg",
        contentInsets: DirectionalInsets(top: 1, leading: 2, bottom: 3, trailing: 4)
      )
    ]
    let layout = try SolvedLayout(
      LayoutDescription(sections: [section, LayoutSection(group: Self.half)]),
      environment: LayoutEnvironment(containerSize: Extent(width: 320, height: 480)),
      itemCounts: [2, 1]
    )
    let elements = layout.allElements()
    #expect(elements.first?.frame == Frame(x: 2, y: 1, width: 314, height: 74))
    #expect(elements.first?.zIndex == 0)
    #expect(elements.filter { $0.id.key.hasPrefix("cell 0") }.allSatisfy { $0.zIndex == 1 })
    #expect(elements.filter { $0.id.key.hasPrefix("cell 1") }.allSatisfy { $0.zIndex == 0 })
    #expect(layout.frame(ofSection: 0) == Frame(x: 0, y: 0, width: 320, height: 78))
  }

  @Test func `a right-to-left layout is mirrored`() throws {
    var section = LayoutSection(
      group: Make.row(Make.item(.absolute(100)), height: .absolute(40)),
      contentInsets: Self.insets
    )
    section.boundaryItems = [Self.header("h", .topLeading, width: .absolute(60))]
    let layout = try SolvedLayout(
      LayoutDescription(sections: [section], direction: .rightToLeft),
      environment: LayoutEnvironment(containerSize: Extent(width: 320, height: 480)),
      itemCounts: [2]
    )
    #expect(
      layout.frame(of: .cell(section: 0, item: 0)) == Frame(x: 216, y: 33, width: 100, height: 40)
    )
    #expect(
      layout.frame(of: .cell(section: 0, item: 1)) == Frame(x: 116, y: 33, width: 100, height: 40)
    )
    #expect(
      layout.frame(of: .supplementary(kind: "h", section: 0, index: 0))
        == Frame(x: 256, y: 0, width: 60, height: 30)
    )
    let hit = layout.elements(in: Frame(x: 116, y: 40, width: 50, height: 10))
    #expect(hit.map(\.id) == [.cell(section: 0, item: 1)])
  }

  @Test func `a section with items needs a declaration`() {
    #expect(throws: LayoutError.self) {
      try SolvedLayout(
        LayoutDescription(),
        environment: LayoutEnvironment(containerSize: Extent()),
        itemCounts: [1]
      )
    }
  }
}
