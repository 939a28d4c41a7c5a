import FeedLayout
import Testing

@Suite("SolvedLayout")
struct SolvedLayoutTests {
  @Test func `the example in the documentation returns the documented frames`() throws {
    let cell = LayoutItem(size: LayoutSize(width: .fractionalWidth(0.5)))
    let row = LayoutGroup(
      .horizontal([.item(cell)]),
      size: LayoutSize(height: .absolute(40)),
      interItemSpacing: .fixed(10)
    )
    let layout = try SolvedLayout(
      LayoutDescription(sections: [LayoutSection(group: row)]),
      environment: LayoutEnvironment(containerSize: Extent(width: 320, height: 480)),
      itemCounts: [1_000_000]
    )
    let last = layout.frame(of: .cell(section: 0, item: 999_999))
    #expect(last?.description == "(165, 19999960) 155 × 40")
    let scroll = ScrollPosition(offset: Point(y: 5000))
    #expect(layout.visibleElements(scrolledTo: scroll).count == 24)
  }

  @Test func `a million thirds of a point do not drift`() throws {
    let row = LayoutGroup(
      .horizontal([.item(LayoutItem())]),
      size: LayoutSize(height: .fractionalHeight(1.0 / 3))
    )
    let layout = try SolvedLayout(
      LayoutDescription(sections: [LayoutSection(group: row)]),
      environment: LayoutEnvironment(
        containerSize: Extent(width: 100, height: 100),
        pixelGrid: PixelGrid(scale: 3)
      ),
      itemCounts: [3_000_001]
    )
    #expect(layout.frame(of: .cell(section: 0, item: 3_000_000))?.y == 1e8)
    #expect(layout.contentSize.height == 100_000_000 + 100.0 / 3)
  }

  @Test func `a grid can have a scale for each axis`() throws {
    let row = LayoutGroup(
      .horizontal([.item(LayoutItem(size: LayoutSize(width: .fractionalWidth(1.0 / 3))))]),
      size: LayoutSize(height: .fractionalHeight(0.3))
    )
    let layout = try SolvedLayout(
      LayoutDescription(sections: [LayoutSection(group: row)]),
      environment: LayoutEnvironment(
        containerSize: Extent(width: 640, height: 384),
        pixelGrid: PixelGrid(cell: Extent(width: 8, height: 16))
      ),
      itemCounts: [6]
    )
    #expect(
      layout.frame(of: .cell(section: 0, item: 5)) == Frame(x: 416, y: 112, width: 208, height: 112)
    )
  }

  @Test func `sections without items need no declaration`() throws {
    let layout = try SolvedLayout(
      LayoutDescription(interSectionSpacing: 5),
      environment: LayoutEnvironment(containerSize: Extent(width: 100, height: 100)),
      itemCounts: [0, 0]
    )
    #expect(layout.contentSize == Extent(width: 100, height: 5))
  }

  @Test func `sections can reference their declarations in any order`() throws {
    let low = LayoutSection(group: Make.row(Make.item(), height: .absolute(10)))
    let high = LayoutSection(group: Make.row(Make.item(), height: .absolute(100)))
    let layout = try SolvedLayout(
      LayoutDescription(sections: [low, high]),
      environment: LayoutEnvironment(containerSize: Extent(width: 100, height: 100)),
      sections: [1, 0, 1].map { LayoutSectionContent(declaration: $0, itemCount: 1) }
    )
    #expect((0..<3).map { layout.frame(ofSection: $0).height } == [100, 10, 100])
    #expect(layout.itemCount(ofSection: 2) == 1)
    #expect(throws: LayoutError.self) {
      try SolvedLayout(
        layout.description,
        environment: layout.environment,
        sections: [LayoutSectionContent(declaration: 2, itemCount: 1)]
      )
    }
  }

  @Test func `missing elements have no frame`() throws {
    let layout = try SolvedLayout(
      LayoutDescription(sections: [LayoutSection(group: Make.row(Make.item()))]),
      environment: LayoutEnvironment(containerSize: Extent(width: 100, height: 100)),
      itemCounts: [2]
    )
    #expect(layout.frame(of: .cell(section: 0, item: 2)) == nil)
    #expect(layout.frame(of: .cell(section: 1, item: 0)) == nil)
    #expect(layout.frame(of: .cell(section: 0, item: -1)) == nil)
    #expect(layout.frame(of: .supplementary(kind: "h", section: 0, index: 0)) == nil)
    #expect(layout.frame(of: .layoutSupplementary(kind: "h", index: 0)) == nil)
    #expect(layout.frame(of: .decoration(kind: "bg", section: 0, index: 0)) == nil)
    #expect(layout.restingOffset(for: 10, inSection: 0) == nil)
  }
}
