import FeedFormatting
import FeedModel
import FeedRendering
import FeedSnapshots
import Testing

@Suite("Work of a page")
struct PageWorkTests {
  /// Returns a feed with the given number of chips, boxes and rows.
  private func feed(_ count: Int) throws -> FeedSnapshot {
    var composition = FeedSnapshot.Composition()
    let titles = ["title"]
    for (index, name) in ["chips", "cards", "rows"].enumerated() {
      let section = SectionID(Name(name))
      try composition.insertSection(section, content: SectionContent(source: Name(name)), at: index)
      let entries = (0..<count).map { key in
        FeedSnapshot.Composition.Entry(
          id: ItemID(kind: Name(name), object: ObjectID(entity: "ad", key: .integer(Int64(key)))),
          content: Content(shape: .init(titles), values: [.text(Text("Number \(key)"))])
        )
      }
      try composition.insertItems(entries, inSection: section, at: 0)
    }
    return FeedSnapshot(version: 1, composition: composition, status: [])
  }

  private let appearance = FeedAppearance(
    title: "Ads",
    sections: [
      "chips": SectionAppearance(.chips), "cards": SectionAppearance(.cards),
      "rows": SectionAppearance(.rows),
    ]
  )

  /// Returns the cost of a page with the given number of items.
  private func counts(_ items: Int, lines: Int?, most: Int?) throws -> Thresholds.Counts {
    let page = try FeedPage(
      try feed(items),
      appearance: appearance,
      columns: 80,
      lines: lines,
      most: most
    )
    var painter = PagePainter(page.layout)
    var grid = CellGrid(columns: 80, lines: 40)
    painter.paint(into: &grid, lines: 0..<40)
    #expect(page.lineCount == 40)
    return [
      "places measured": Double(page.layout.measuredPlaces),
      "places painted": Double(painter.paintedPlaces),
    ]
  }

  @Test func `items below the end of a screen are neither measured nor painted`() throws {
    let small = try counts(200, lines: 40, most: nil)
    let large = try counts(20_000, lines: 40, most: nil)
    try Thresholds.check("a screen of 40 lines, of 60k items", large)
    Thresholds.checkGrowth("a screen of 40 lines", from: small, to: large, by: 100)
  }

  @Test func `items below the end of a picture are neither measured nor painted`() throws {
    let small = try counts(400, lines: nil, most: 40)
    let large = try counts(20_000, lines: nil, most: 40)
    try Thresholds.check("a picture of 40 lines, of 60k items", large)
    Thresholds.checkGrowth("a picture of 40 lines", from: small, to: large, by: 50)
  }
}
