import FeedFormatting
import FeedLayout
import FeedModel
import Testing

@testable import FeedRendering

@Suite("Lists of a terminal")
struct CompactListTests {
  private static func layout(_ height: Double, spacing: Double = 0, lines: Int) -> LayoutSection {
    let size = LayoutSize(height: .absolute(height))
    let look = SectionAppearance(
      .rows,
      layout: LayoutSection(
        group: LayoutGroup(.vertical([.item(LayoutItem(size: size))]), size: size),
        interGroupSpacing: spacing
      )
    )
    let adapter = SectionAdapter(
      cell: Extent(width: 8, height: 16),
      size: Extent(width: 640, height: .infinity)
    )
    return adapter.layout(of: look, hasTitle: false, lines: lines)
  }

  @Test(arguments: [(48.0, 1, 16.0), (64, 3, 48), (48, 3, 48), (16, 2, 16), (44, 1, 16)])
  func `a row of a declared height has at most as many lines as its texts need`(
    declared: Double,
    lines: Int,
    height: Double
  ) {
    let section = Self.layout(declared, lines: lines)
    #expect(section.group.size.height == .absolute(height))
    guard case .vertical(let members) = section.group.arrangement,
      case .item(let item)? = members.first
    else {
      Issue.record("\(section.group.arrangement)")
      return
    }
    #expect(item.size.height == .absolute(height))
  }

  @Test func `a spacing of less than a line is ignored, and one of a line is kept`() {
    #expect(Self.layout(16, spacing: 8, lines: 1).interGroupSpacing == 0)
    #expect(Self.layout(16, spacing: 16, lines: 1).interGroupSpacing == 16)
  }

  @Test(arguments: [
    (LayoutDimension.estimated(44), 48.0), (.estimated(4), 16), (.absolute(38), 32),
    (.fractionalWidth(0.1), 64), (.uniformAcrossSiblings(estimate: 40), 48),
  ])
  func `a header has whole lines, so that it covers no row`(
    height: LayoutDimension,
    lines: Double
  ) {
    var layout = LayoutSection(
      group: LayoutGroup(.vertical([.item(LayoutItem())]), size: LayoutSize(height: .absolute(16)))
    )
    layout.boundaryItems = [BoundaryItem(kind: "header", size: LayoutSize(height: height))]
    let adapter = SectionAdapter(
      cell: Extent(width: 8, height: 16),
      size: Extent(width: 640, height: .infinity)
    )
    let look = SectionAppearance(.rows, layout: layout)
    let section = adapter.layout(of: look, hasTitle: true, lines: 1)
    #expect(section.boundaryItems[0].size.height == .absolute(lines))
  }

  private static func cell(_ title: String, _ tone: Tone?, width: Int) throws -> String {
    let look = ItemAppearance(
      title: try TextTemplate("{name}"),
      value: try TextTemplate("3.10"),
      tones: tone.map { [.init($0, where: RowCondition(field: "=true"))] } ?? []
    )
    let content = Content(
      shape: .init(["name", "=true"]),
      values: [.text(Text(title)), .integer(1)]
    )
    return ItemFace(content, appearance: look).cell(width: width, isFiller: false, .none).spans
      .map { if case .text(let text) = $0.content { text } else { "" } }.joined()
  }

  @Test(arguments: [
    (17, "◆ Back 1,578 3.10"), (14, "◆ 1,578   3.10"), (12, "◆ 1,578 3.10"), (11, "1,578  3.10"),
    (10, "1,578 3.10"), (9, "◆ B… 3.10"),
  ])
  func `a cell drops words before it cuts a figure`(width: Int, text: String) throws {
    #expect(try Self.cell("Back 1,578", .accent, width: width) == text)
  }

  @Test func `a title keeps the beginning of its words where two letters fit`() throws {
    #expect(try Self.cell("Back 584", .accent, width: 12) == "◆ 584   3.10")
    #expect(try Self.cell("Over 2.5", nil, width: 12) == "Ov… 2.5 3.10")
    #expect(try Self.cell("Port Ellen City", nil, width: 12) == "Port E… 3.10")
    #expect(try Self.cell("Total points 221.5", nil, width: 20) == "Total po… 221.5 3.10")
  }

  @Test(arguments: [(6, 74, "│"), (6, 75, " │ "), (3, 36, " │ "), (3, 35, "│")])
  func `the separator of narrow cells has no spaces`(count: Int, columns: Int, separator: String) {
    #expect(RowForm.separator(of: count, in: columns) == separator)
  }
}
