public import FeedLayout

extension SectionAppearance.Arrangement {
  /// Chooses the arrangement in text that is closest to a layout.
  ///
  /// Sections that scroll sideways become banners if their steps are nearly as wide as the page,
  /// chips if their items are low, and cards if their items are high. Grids become columns, and
  /// other layouts rows.
  public init(_ layout: LayoutSection) {
    let group = layout.group
    if layout.orthogonalScrolling != .none {
      if case .fractionalWidth(let share) = group.size.width, share >= 0.7 {
        self = .banners
      } else if case .chip = Self.shape(of: group.size) {
        self = .chips
      } else {
        self = .cards
      }
      return
    }
    let count = Self.columns(of: group)
    self = count > 1 ? .columns(count) : .rows
  }

  /// The number of items next to each other.
  package var columns: Int { if case .columns(let count) = self { max(count, 1) } else { 1 } }

  private enum Shape { case chip, card }

  /// A height that has room for one or two lines of text, in points.
  private static let lowest = 52.0

  private static func shape(of size: LayoutSize) -> Shape {
    switch size.height {
    case .absolute(let height), .estimated(let height), .uniformAcrossSiblings(let height):
      height <= lowest ? .chip : .card
    case .fractionalWidth, .fractionalHeight: .card
    }
  }

  /// Returns the number of items of a group next to each other.
  private static func columns(of group: LayoutGroup) -> Int {
    guard case .horizontal(let members) = group.arrangement, let first = members.first else {
      return 1
    }
    switch group.filling {
    case .equally(let count), .repeating(let count): return count
    case .untilFull:
      guard members.count == 1 else { return members.count }
      guard case .fractionalWidth(let share) = first.size.width, share > 0, share < 1 else {
        return 1
      }
      // A third is written as 33% or 0.3333, never exactly.
      return Int((1 / share).rounded())
    }
  }
}
