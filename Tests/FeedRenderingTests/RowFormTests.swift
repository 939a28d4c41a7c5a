import FeedFormatting
import FeedLayout
import FeedModel
import FeedSnapshots
import TestFeeds
import Testing

@testable import FeedRendering

@Suite("Rows of cells")
struct RowFormTests {
  var feed: TestFeed

  init() throws {
    feed = try TestFeed()
    feed.appearance.sections["standard"]?.widths = [
      "selection": CellWidths(most: 128, label: 120)
    ]
    feed.appearance.sections["standard"]?.labels = ["market-header"]
  }

  private func page(columns: Int, lines: Int? = nil) throws -> FeedPage {
    try FeedPage(feed.snapshot, appearance: feed.appearance, columns: columns, lines: lines)
  }

  private func lines(_ page: FeedPage) -> [String] {
    page.text.split(separator: "\n").map(String.init)
  }

  @Test func `a market takes one line where it fits, and two where it does not`() throws {
    let wide = try lines(page(columns: 80))
    #expect(
      wide.contains("  Match result     Grünwald    2.92 │ Draw        4.70 │ ✓ Vale     12.50")
    )
    #expect(!wide.contains { $0.hasPrefix("  Match result") && !$0.contains("Draw") })
    let narrow = try lines(page(columns: 40))
    #expect(narrow.contains("  Match result"))
    #expect(narrow.contains { $0.hasPrefix("  Grünw") && $0.contains("Draw") })
  }

  @Test func `a narrow cell shows its price whole, without the room for an arrow`() throws {
    let page = try page(columns: 23)
    let line = try #require(lines(page).first { $0.contains("2.92") })
    #expect(line.contains("4.70"), "\(line)")
    #expect(line.hasSuffix("│ 12.50"), "\(line)")
  }

  @Test func `a cell never exceeds its maximum width`() throws {
    for columns in [80, 120, 200] {
      let line = try #require(try lines(page(columns: columns)).first { $0.contains("Draw") })
      let cells = line.split(separator: "│").dropFirst()
      #expect(cells.allSatisfy { $0.count <= 19 }, "\(line)")
    }
  }

  @Test func `the label of a row is muted, and an empty slot differs from a suspended one`()
    throws
  {
    let page = try page(columns: 80)
    let all = lines(page)
    let line = try #require(all.firstIndex { $0.contains("Total goals") })
    #expect(all[line].hasSuffix("·") && !all[line].contains("—"))
    let grid = page.grid
    let row = try #require(
      (0..<grid.lines).first { line in
        String(grid.line(line).map(\.character)).contains("Total goals")
      }
    )
    #expect(grid[row, 2].style.color == .faint)
  }

  @Test func `objects are side by side if the layout has columns at that width`() throws {
    var layout = LayoutSection(group: LayoutGroup(.horizontal([.item(LayoutItem())])))
    let item = LayoutItem(size: LayoutSize(height: .estimated(44)))
    layout.group = LayoutGroup(
      .horizontal([.item(item)]),
      size: LayoutSize(height: .estimated(44))
    )
    var wide = layout
    wide.group.filling = .equally(2)
    wide.group.interItemSpacing = .fixed(32)
    layout.variants = [SectionVariant(when: SizeCondition(minWidth: 1280), section: wide)]
    var feed = feed
    feed.appearance.sections["standard"]?.layout = layout
    func lines(_ columns: Int) throws -> [String] {
      try FeedPage(feed.snapshot, appearance: feed.appearance, columns: columns).text
        .split(separator: "\n").map(String.init)
    }
    #expect(
      try lines(159).allSatisfy { !$0.contains("Grünwald v Vale") || !$0.contains("Altfeld") }
    )
    let first = try #require(try lines(160).firstIndex { $0.contains("Grünwald v Vale") })
    let two = try lines(160)
    #expect(two[first].contains("Northbridge v Altfeld"))
    #expect(two[first + 1].contains("2.92"))
    #expect(two[first + 1].contains("No markets"))
    #expect(two[first + 2].contains("Total goals"))
  }

  @Test func `a screen with few lines has a compact layout, and paper does not`() throws {
    var layout = LayoutSection(
      group: LayoutGroup(
        .horizontal([.item(LayoutItem())]),
        size: LayoutSize(width: .fractionalWidth(0.9), height: .absolute(96))
      ),
      orthogonalScrolling: .groupPaging
    )
    var low = layout
    low.group.size.height = .absolute(16)
    layout.variants = [SectionVariant(when: SizeCondition(maxHeight: 480), section: low)]
    var feed = feed
    feed.appearance.sections["banners"] = SectionAppearance(.banners, layout: layout)
    func hasBox(_ lines: Int?) throws -> Bool {
      try FeedPage(feed.snapshot, appearance: feed.appearance, columns: 80, lines: lines).text
        .contains("╔")
    }
    #expect(try hasBox(40) && hasBox(nil))
    #expect(try !hasBox(24))
  }
}
