import FeedLayout
import Testing

@Suite("Work of a layout")
struct LayoutWorkTests {
  private let environment = LayoutEnvironment(
    containerSize: Extent(width: 375, height: 812),
    pixelGrid: PixelGrid(scale: 3)
  )

  /// Returns a list of self-sizing rows, and a counter of the measurements of rows.
  private func list(_ items: Int) throws -> (layout: SolvedLayout, asked: Asked) {
    let row = LayoutSize(height: .estimated(44))
    let description = LayoutDescription(sections: [
      LayoutSection(group: LayoutGroup(.vertical([.item(LayoutItem(size: row))]), size: row))
    ])
    let asked = Asked()
    let layout = try SolvedLayout(
      description,
      environment: environment,
      itemCounts: [items],
      measuring: asked.answer
    )
    return (layout, asked)
  }

  private final class Asked {
    var count = 0
    func answer(_ request: MeasuringRequest) -> Extent? {
      count += 1
      return Extent(height: 50)
    }
  }

  @Test func `an edit of a list measures only the new rows`() throws {
    var (layout, asked) = try list(5000)
    try Thresholds.check(
      "a list of 5000 rows that size themselves",
      ["rows measured, each": Double(asked.count) / 5000]
    )
    asked.count = 0
    layout.insertItems(at: 2500, inSection: 0, measuring: asked.answer)
    let inserted = Double(asked.count)
    asked.count = 0
    layout.setMeasuredSize(Extent(height: 70), ofItem: 17, inSection: 0)
    layout.removeItems(100..<101, inSection: 0)
    try Thresholds.check(
      "an edit of a list of 5000 rows",
      [
        "rows measured for an insertion": inserted,
        "rows measured for a height and a removal": Double(asked.count),
        "elements found for a screen": Double(
          layout.elements(in: Frame(x: 0, y: 90_000, width: 375, height: 812)).count
        ),
      ]
    )
  }
}
