import FeedLayout
import Testing

@Suite("Layout descriptions")
struct DescriptionTests {
  @Test func `a layout of one row requires only a height`() {
    let row = LayoutGroup(
      .horizontal([.item(LayoutItem())]),
      size: LayoutSize(height: .absolute(44))
    )
    let layout = LayoutDescription(sections: [LayoutSection(group: row)])
    #expect(layout.scrollDirection == .vertical)
    #expect(layout.sections[0].group.size.width == .fractionalWidth(1))
    #expect(layout.sections[0].supplementariesFollowContentInsets)
  }

  @Test func `the first variant that applies at a size replaces the section`() {
    let base = LayoutSection(group: LayoutGroup(.vertical([.item(LayoutItem())])))
    var narrow = base
    narrow.interGroupSpacing = 1
    var low = base
    low.interGroupSpacing = 3
    var wide = base
    wide.interGroupSpacing = 2
    var section = base
    section.variants = [
      SectionVariant(when: SizeCondition(maxWidth: 600), section: narrow),
      SectionVariant(when: SizeCondition(minHeight: 300, maxHeight: 400), section: low),
      SectionVariant(when: SizeCondition(minWidth: 1200), section: wide),
    ]
    func variant(_ width: Double, _ height: Double = .infinity) -> LayoutSection {
      section.variant(for: Extent(width: width, height: height))
    }
    #expect(variant(600) == narrow)
    #expect(variant(600, 350) == narrow)
    #expect(variant(600.5) == section)
    #expect(variant(1200) == wide)
    #expect(variant(1200, 299) == wide)
    #expect(variant(1200, 300) == low)
    #expect(variant(601, 400) == low)
    #expect(variant(601, 401) == section)
  }

  @Test func `a plain list pins its headers, a grouped list does not`() {
    func header(_ appearance: ListAppearance) -> BoundaryItem? {
      LayoutSection.list(
        ListConfiguration(appearance: appearance, headerMode: .supplementary)
      ).boundaryItems.first
    }
    #expect(header(.plain)?.pinToVisibleBounds == true)
    #expect(header(.grouped)?.pinToVisibleBounds == false)
    #expect(LayoutSection.list().boundaryItems.isEmpty)
  }

  @Test func `frames that only share an edge do not intersect`() {
    let left = Frame(x: 0, y: 0, width: 10, height: 10)
    #expect(!left.meets(Frame(x: 10, y: 0, width: 10, height: 10)))
    #expect(left.meets(Frame(x: 9.5, y: 9.5, width: 10, height: 10)))
    #expect(left.meets(Frame(x: 5, y: 5, width: 0, height: 0)))
    #expect(!left.meets(Frame(x: 10, y: 5, width: 0, height: 0)))
    #expect(left.description == "(0, 0) 10 × 10")
    #expect(
      Frame(x: -0.5, y: 1.25, width: 1.0 / 3, height: 2).description == "(-0.5, 1.25) 0.3333 × 2"
    )
  }
}
