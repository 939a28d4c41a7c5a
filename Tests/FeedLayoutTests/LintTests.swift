import FeedLayout
import Testing

@Suite("Lints")
struct LintTests {
  /// A section and the warnings for it.
  struct Slip: CustomTestStringConvertible, Sendable {
    var section: LayoutSection
    var notes: [String]
    var testDescription: String { notes.first ?? "nothing" }

    init(_ group: LayoutGroup, _ notes: String..., change: (inout LayoutSection) -> Void = { _ in })
    {
      section = LayoutSection(group: group)
      change(&section)
      self.notes = notes
    }
  }

  static let plain = Make.row(Make.item())

  static let slips: [Slip] = [
    Slip(plain),
    Slip(
      Make.row(Make.item(.absolute(60)), width: .absolute(50)),
      "warning[too-long]: the first item is 60 points long and its group 50: the group is empty, at group.items[0].size.width\n  hint: make the item shorter or the group longer"
    ),
    Slip(
      Make.column(
        Make.item(.fractionalWidth(1), .absolute(95)),
        insets: DirectionalInsets(top: 10)
      ),
      "warning[too-long]: the first item is 95 points long and its group 90: the group is empty, at group.items[0].size.height\n  hint: make the item shorter or the group longer"
    ),
    Slip(
      Make.row(Make.item(.fractionalWidth(1.5))),
      "warning[too-long]: the first item is 150% of its group: the group is empty, at group.items[0].size.width\n  hint: make the item shorter or the group longer",
      "warning[fraction-over-one]: 150% is larger than the container, at group.items[0].size.width\n  hint: use at most 100%"
    ),
    Slip(
      Make.row(Make.item(.fractionalWidth(0.5)), height: .fractionalHeight(44)),
      "warning[fraction-over-one]: 4400% is larger than the container, at group.size.height\n  hint: write 44 points without %"
    ),
    Slip(
      Make.row(Make.item(.fractionalWidth(0.5)), height: .estimated(44)),
      "warning[never-measured]: items with a fraction of an estimated length are never measured, at group.size.height\n  hint: give the items an estimated height, too"
    ),
    Slip(Make.row(Make.item(.fractionalWidth(0.5), .estimated(44)), height: .estimated(44))),
    Slip(
      Make.row(Make.item(.fractionalWidth(0.5), .uniformAcrossSiblings(estimate: 44))),
      "warning[uniform-in-fixed]: siblings share a length only in a group of estimated height, at group.items[0].size.height\n  hint: give the group an estimated height"
    ),
    Slip(
      Make.row(
        Make.item(.fractionalWidth(0.5), .estimated(44), insets: DirectionalInsets(top: 4)),
        height: .estimated(44)
      ),
      "warning[ignored-insets]: insets on an axis of estimated length are ignored, at group.items[0].contentInsets\n  hint: use edge spacing instead"
    ),
    Slip(
      plain,
      "warning[pinned-inside]: 'h' is pinned over the items of its section, at boundaryItems[0].extendsBoundary\n  hint: make it extend the section"
    ) { $0.boundaryItems = [SectionRuleTests.header(extends: false, pinned: true)] },
    Slip(
      plain,
      "warning[pinned-at-side]: 'h' is pinned at a side across the scroll direction, at boundaryItems[0].pinToVisibleBounds\n  hint: align it with the start or the end of the section"
    ) { $0.boundaryItems = [SectionRuleTests.header("h", .leading, pinned: true)] },
    Slip(
      Make.row(Make.item(badges: [AnchorAndRowRuleTests.badge([.top, .bottom, .leading])])),
      "warning[opposite-edges]: opposite edges cancel out to the centre, at group.items[0].supplementary[0].containerAnchor.edges\n  hint: name only one of them"
    ),
    Slip(
      plain,
      "warning[wider-than-row]: a group of 100% is as wide as the view, wider than the space inside the insets, at group.size.width\n  hint: in an orthogonal section, give the insets to the group"
    ) { ($0.orthogonalScrolling, $0.contentInsets.leading) = (.paging, 16) },
    Slip(
      plain,
      "warning[unreachable-variant]: this variant never applies, at variants[1].when\n  hint: put the narrower condition first"
    ) {
      $0.variants = [variant(nil, 600), variant(nil, 400), variant(601, nil)]
    },
    Slip(
      plain,
      "warning[unreachable-section]: the variants apply at every width, so the section itself never does, at variants\n  hint: replace the section by its last variant"
    ) { $0.variants = [variant(nil, 600), variant(600, nil)] },
  ]

  static func variant(_ least: Double?, _ most: Double?) -> SectionVariant {
    SectionVariant(
      when: SizeCondition(minWidth: least, maxWidth: most),
      section: LayoutSection(group: plain)
    )
  }

  @Test(arguments: slips)
  func `a suspicious declaration gives a warning with a location and a hint`(_ slip: Slip) {
    #expect(LayoutLint.lints(of: slip.section).map(\.description) == slip.notes)
  }

  @Test func `the paths of a layout's warnings start at the layout`() {
    var layout = LayoutDescription(sections: [LayoutSection(group: Self.plain)])
    layout.sections[0].group = Make.row(Make.item(.absolute(60)), width: .absolute(50))
    layout.boundaryItems = [SectionRuleTests.header(extends: false, pinned: true)]
    #expect(
      LayoutLint.lints(of: layout).map(\.path) == [
        ["sections", "0", "group", "items", "0", "size", "width"],
        ["boundaryItems", "0", "extendsBoundary"],
      ]
    )
  }

  @Test func `a first item that is longer than its group leaves the section empty`() throws {
    for slip in Self.slips where slip.notes.contains(where: { $0.contains("too-long") }) {
      let layout = try SolvedLayout(
        LayoutDescription(sections: [slip.section]),
        environment: LayoutEnvironment(containerSize: Extent(width: 320, height: 480)),
        itemCounts: [3]
      )
      #expect(layout.allElements().isEmpty)
    }
  }
}
