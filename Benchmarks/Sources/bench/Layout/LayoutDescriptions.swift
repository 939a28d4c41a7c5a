import FeedLayout

/// The layouts that are measured, for a telephone's screen.
enum Layouts {
  static let screen = Extent(width: 375, height: 812)
  static let environment = LayoutEnvironment(
    containerSize: screen,
    pixelGrid: PixelGrid(scale: 3)
  )

  /// Three columns of cells of fixed size.
  static let grid = LayoutDescription(sections: [
    LayoutSection(
      group: LayoutGroup(
        .horizontal([.item(LayoutItem(size: LayoutSize(width: .fractionalWidth(1.0 / 3))))]),
        size: LayoutSize(height: .absolute(44)),
        interItemSpacing: .fixed(8)
      ),
      contentInsets: DirectionalInsets(top: 8, leading: 16, bottom: 8, trailing: 16),
      interGroupSpacing: 8
    )
  ])

  /// A list of rows that size themselves.
  static let list = LayoutDescription(sections: [
    LayoutSection(
      group: LayoutGroup(.vertical([.item(LayoutItem(size: row))]), size: row),
      interGroupSpacing: 1
    )
  ])

  private static let row = LayoutSize(height: .estimated(44))

  /// The height of a row, which differs from row to row.
  static func height(_ item: Int) -> Extent {
    Extent(height: Double(30 + (item &* 7919) % 90))
  }

  static func answer(_ request: MeasuringRequest) -> Extent? {
    guard case .cell(_, let item) = request.element else { return nil }
    return height(item)
  }

  /// What stands on the screen that begins at a place.
  static func screenful(_ layout: SolvedLayout, from y: Double) -> Int {
    layout.elements(in: Frame(x: 0, y: y, width: screen.width, height: screen.height)).count
  }
}
