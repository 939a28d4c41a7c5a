import FeedLayout
import TestSupport
import Testing

@Suite("Explaining")
struct ExplainingTests {
  static func layout() throws -> SolvedLayout {
    let column = Make.column(
      Make.item(.fractionalWidth(1), .fractionalHeight(0.5)),
      height: .fractionalHeight(1),
      width: .fractionalWidth(1.0 / 3),
      spacing: .fixed(4)
    )
    var section = LayoutSection(
      group: Make.row(
        Make.item(.fractionalWidth(2.0 / 3)),
        .group(column),
        height: .absolute(100),
        spacing: .fixed(6)
      )
    )
    section.contentInsets = DirectionalInsets(top: 10, leading: 16, bottom: 10, trailing: 16)
    section.interGroupSpacing = 8
    section.boundaryItems = [SectionRuleTests.header()]
    return try SolvedLayout(
      LayoutDescription(sections: [section]),
      environment: LayoutEnvironment(
        containerSize: Extent(width: 375, height: 812),
        pixelGrid: PixelGrid(scale: 3)
      ),
      itemCounts: [5]
    )
  }

  @Test func `an explanation of a frame lists each step from the view to the grid`() throws {
    let text = try Self.layout().explanation(ofItem: 4, inSection: 0)
    #expect(
      text == """
        view          375 × 812, grid of scale 3, scrolled down
        section 0     starts at 0, insets 10 16 10 16, boundary items before it take 30
        stack         group 1 of 2, 108 from the first, 8 between groups; it holds 2 of 3 cells, downwards
        box           343 × 812, to which fractions of the group refer
        row           width 100% of 343 is 343; height 100
        members       2 in 343, gaps of 6; fractions are of the 337 that the gaps leave
          member 1    a group; the cell is at (230.6667, 0) in the outer group
          column      width 33.3333% of 337 is 112.3333; height 100% of 100 is 100
          members     2 in 100, gaps of 4; fractions are of the 96 that the gaps leave
            item 0    width 100% of 112.3333 is 112.3333; height 50% of 96 is 48
            place     (0, 0) 112.3333 × 48 in the group
        frame         (246.6667, 148) 112.3333 × 48, positions on the nearest line of the grid
        """
    )
  }

  @Test func `an explanation reports missing sections and items`() throws {
    let layout = try Self.layout()
    #expect(
      layout.explanation(ofItem: 0, inSection: 3) == "there is no section 3: the layout has 1"
    )
    #expect(
      layout.explanation(ofItem: 9, inSection: 0) == "there is no item 0/9: the section has 5"
    )
  }

  @Test func `a drawing shows a group as a tree and as a picture`() throws {
    let drawing = try Self.layout().drawing(ofDeclaration: 0, columns: 50)
    #expect(
      drawing == """
        row 100% × 100, gaps of 6
        ├ item 66.6667% × 100%
        └ column 33.3333% × 100%, gaps of 4
          └ item 100% × 50%

        +-------------------------------++---------------+
        |                               ||               |
        |                               ||       1       |
        |                               |+---------------+
        |               0               |+---------------+
        |                               ||       2       |
        |                               ||               |
        +-------------------------------++---------------+
        """
    )
  }

  @Test func `every cell of random layouts can be explained and drawn`() throws {
    for seed in seeds(40) {
      var random = RandomLayout(generator: SeededGenerator(seed: seed), isMeasured: seed % 2 == 1)
      let layout = try SolvedLayout(
        random.description(),
        environment: random.environment(),
        itemCounts: [5, 9],
        measuring: random.isMeasured ? { Answers.height(of: $0.element, seed: seed) } : nil
      )
      for case .cell(let section, let item) in layout.allElements().map(\.id) {
        #expect(layout.explanation(ofItem: item, inSection: section).contains("\nframe "))
      }
      for declaration in layout.description.sections.indices {
        #expect(!layout.drawing(ofDeclaration: declaration).isEmpty)
      }
    }
  }
}
