import FeedLayout
import Testing

@Suite("Rules of groups")
struct GroupRuleTests {
  static let grid = [
    RuleCase(
      "sizes are rounded down before they are added",
      Make.row(Make.item(.fractionalWidth(1.0 / 3)))
    )
    .with { $0.counts = [3] }
    .cells([0, 0, 106.5, 10], [106.5, 0, 106.5, 10], [213, 0, 106.5, 10]),
    RuleCase(
      "a length barely below a pixel is rounded up to it",
      Make.row(Make.item(.fractionalWidth(1.0 / 3)))
    )
    .with { ($0.counts, $0.container.width) = ([3], 300) }
    .cells([0, 0, 100, 10], [100, 0, 100, 10], [200, 0, 100, 10]),
    RuleCase(
      "a terminal measured in cells uses a grid of scale 1",
      Make.row(Make.item(.fractionalWidth(1.0 / 3)), height: .absolute(1))
    )
    .with { ($0.counts, $0.container, $0.scale) = ([3], Extent(width: 80, height: 24), 1) }
    .cells([0, 0, 26, 1], [26, 0, 26, 1], [52, 0, 26, 1]),
    RuleCase("absolute sizes are kept, positions are rounded", Make.row(Make.item(.absolute(33.3))))
      .with { $0.counts = [3] }
      .cells([0, 0, 33.3, 10], [33.5, 0, 33.3, 10], [66.5, 0, 33.3, 10]),
  ]

  static let packing = [
    RuleCase(
      "fractions refer to the length without the gaps",
      Make.row(Make.item(.fractionalWidth(0.5)), spacing: .fixed(10))
    )
    .with { $0.counts = [2] }.cells([0, 0, 155, 10], [165, 0, 155, 10]),
    RuleCase(
      "the list of members repeats until the row is full",
      Make.row(Make.item(.absolute(100)), Make.item(.absolute(50)))
    )
    .with { $0.counts = [4] }
    .cells([0, 0, 100, 10], [100, 0, 50, 10], [150, 0, 100, 10], [250, 0, 50, 10]),
    RuleCase(
      "a fractional width as height refers to the width without the gaps",
      Make.row(Make.item(.fractionalWidth(0.5), .fractionalWidth(0.25)), spacing: .fixed(10))
    )
    .with { $0.counts = [2] }.cells([0, 0, 155, 77.5], [165, 0, 155, 77.5]),
    RuleCase(
      "a fractional width as height is resolved without gaps first",
      Make.row(Make.item(.absolute(30), .fractionalWidth(0.25)), spacing: .fixed(10))
    )
    .with { ($0.counts, $0.container.width) = ([3], 100) }
    .cells([0, 0, 30, 20], [40, 0, 30, 20], [0, 10, 30, 20]),
    RuleCase(
      "a count shares the row equally",
      Make.row(Make.item(.absolute(5)), filling: .equally(4), spacing: .fixed(8))
    )
    .with { $0.counts = [2] }.cells([0, 0, 74, 10], [82, 0, 74, 10]),
    RuleCase(
      "a fractional width as height refers to the shared row",
      Make.row(
        Make.item(.absolute(5), .fractionalWidth(0.25)),
        filling: .equally(4),
        spacing: .fixed(16)
      )
    )
    .with { ($0.container.width, $0.scale) = (355, 3) }
    .cells([0, 0, 76 + 2.0 / 3, 76 + 2.0 / 3]),
    RuleCase(
      "a repeated item keeps its size even if it does not fit",
      Make.row(Make.item(.absolute(150)), filling: .repeating(3))
    )
    .with { $0.counts = [4] }
    .cells([0, 0, 150, 10], [150, 0, 150, 10], [300, 0, 150, 10], [0, 10, 150, 10]),
    RuleCase(
      "an axis of estimated length holds each member once",
      Make.column(
        Make.item(.fractionalWidth(1), .absolute(20)),
        Make.item(.fractionalWidth(1), .absolute(5)),
        height: .estimated(300),
        spacing: .fixed(2)
      )
    )
    .with { ($0.counts, $0.size) = ([3], [320, 47]) }
    .cells([0, 0, 320, 20], [0, 22, 320, 5], [0, 27, 320, 20]),
    RuleCase(
      "a first item that is too long leaves the section empty",
      Make.row(Make.item(.absolute(321)))
    )
    .with { ($0.counts, $0.size) = ([3], [320, 0]) },
    RuleCase(
      "an item that is too tall extends beyond its group",
      Make.row(Make.item(.fractionalWidth(1), .absolute(30)))
    )
    .with { ($0.counts, $0.size) = ([2], [320, 20]) }.cells([0, 0, 320, 30], [0, 10, 320, 30]),
  ]

  static let spacing = [
    RuleCase(
      "flexible gaps share the free space",
      Make.row(Make.item(.fractionalWidth(0.4)), spacing: .flexible(10))
    )
    .with { $0.counts = [2] }.cells([0, 0, 124, 10], [196, 0, 124, 10]),
    RuleCase(
      "flexible gaps and flexible edges take equal shares",
      Make.row(
        Make.item(.absolute(80), edges: Make.edges(.flexible(0), nil, .flexible(0))),
        spacing: .flexible(0)
      )
    )
    .with { $0.counts = [4] }.cells([0, 0, 80, 10], [80, 0, 80, 10]),
    RuleCase(
      "three items leave 80 for six edges and two gaps",
      Make.row(
        Make.item(.absolute(80), edges: Make.edges(.flexible(0), nil, .flexible(0))),
        filling: .repeating(3),
        spacing: .flexible(0)
      )
    )
    .with { $0.counts = [3] }.cells([10, 0, 80, 10], [120, 0, 80, 10], [230, 0, 80, 10]),
    RuleCase(
      "a share may be negative",
      Make.row(Make.item(edges: Make.edges(.flexible(10), nil, .flexible(10))))
    )
    .cells([0, 0, 320, 10]),
    RuleCase(
      "fixed edge spacing takes space",
      Make.row(
        Make.item(
          .fractionalWidth(0.5),
          edges: Make.edges(.fixed(4), .fixed(5), .fixed(6), .fixed(7))
        )
      )
    )
    .with { ($0.counts, $0.size) = ([2], [320, 20]) }
    .cells([4, 5, 160, 10], [4, 15, 160, 10]),
    RuleCase(
      "a flexible top edge moves an item to the bottom",
      Make.row(Make.item(.fractionalWidth(1), .absolute(4), edges: Make.edges(nil, .flexible(0))))
    )
    .cells([0, 6, 320, 4]),
    RuleCase(
      "a partial last row keeps the positions of a full row",
      Make.row(Make.item(.fractionalWidth(0.3)), spacing: .flexible(10))
    )
    .with { $0.counts = [5] }
    .with { $0.frames = ["cell 0/3": [0, 10, 90, 10], "cell 0/4": [115, 10, 90, 10]] },
  ]

  static let insets = [
    RuleCase(
      "an item's insets shrink its frame",
      Make.row(
        Make.item(
          .fractionalWidth(0.5),
          insets: DirectionalInsets(top: 1, leading: 2, bottom: 3, trailing: 4)
        )
      )
    )
    .with { $0.counts = [2] }.cells([2, 1, 154, 6], [162, 1, 154, 6]),
    RuleCase(
      "insets larger than the item leave the absolute difference",
      Make.row(Make.item(.absolute(10), insets: DirectionalInsets(leading: 8, trailing: 8)))
    )
    .cells([8, 0, 6, 10]),
    RuleCase(
      "a group's insets shrink its inner box",
      Make.row(
        Make.item(.fractionalWidth(0.5)),
        insets: DirectionalInsets(top: 1, leading: 10, bottom: 2, trailing: 30)
      )
    )
    .with { $0.counts = [2] }.cells([10, 1, 140, 7], [150, 1, 140, 7]),
    RuleCase(
      "insets below 1 are fractions",
      Make.row(Make.item(.fractionalWidth(0.5)), insets: DirectionalInsets(leading: 0.25))
    )
    .cells([80, 0, 120, 10]),
    RuleCase(
      "the size of a nested group refers to the box without the gaps",
      Make.row(
        Make.item(.fractionalWidth(0.5)),
        .group(
          Make.column(
            Make.item(.fractionalWidth(1), .fractionalHeight(0.5)),
            height: .fractionalHeight(1),
            width: .fractionalWidth(0.5),
            spacing: .fixed(4)
          )
        ),
        height: .absolute(100),
        spacing: .fixed(6)
      )
    )
    .with { $0.counts = [3] }
    .cells([0, 0, 157, 100], [163, 0, 157, 48], [163, 52, 157, 48]),
  ]

  @Test(arguments: grid) func `lengths are aligned to the grid`(_ rule: RuleCase) throws {
    try rule.check()
  }

  @Test(arguments: packing) func `a group holds the number of members that its filling defines`(
    _ rule: RuleCase
  ) throws {
    try rule.check()
  }

  @Test(arguments: spacing) func `spacings take their minimum and share the free space`(
    _ rule: RuleCase
  ) throws {
    try rule.check()
  }

  @Test(arguments: insets) func `insets shrink their item or group`(_ rule: RuleCase) throws {
    try rule.check()
  }

  @Test func `positions halfway between two lines are rounded away from zero`() throws {
    var section = LayoutSection(group: Make.row(Make.item(), height: .absolute(10)))
    section.boundaryItems = [
      BoundaryItem(
        kind: "side",
        size: LayoutSize(width: .absolute(5), height: .absolute(32.5)),
        alignment: .leading,
        extendsBoundary: false
      )
    ]
    try RuleCase("halves", LayoutDescription(sections: [section]))
      .with { $0.frames = ["supplementary:side 0/0": [0, -11.5, 5, 32.5]] }.check()
  }
}
