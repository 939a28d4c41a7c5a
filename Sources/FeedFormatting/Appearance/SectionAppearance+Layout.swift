public import FeedLayout

extension SectionAppearance.Arrangement {
  /// The arrangement in text that comes closest to a layout.
  ///
  /// What scrolls sideways in steps nearly as wide as the page becomes banners, what is low becomes
  /// chips, what is high becomes cards. What stands in a grid becomes columns, all else rows.
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

  /// How many items stand beside each other.
  package var columns: Int { if case .columns(let count) = self { max(count, 1) } else { 1 } }

  private enum Shape { case chip, card }

  /// A height that holds a line of text or two, in points.
  private static let lowest = 52.0

  private static func shape(of size: LayoutSize) -> Shape {
    switch size.height {
    case .absolute(let height), .estimated(let height), .uniformAcrossSiblings(let height):
      height <= lowest ? .chip : .card
    case .fractionalWidth, .fractionalHeight: .card
    }
  }

  /// How many items of a group stand beside each other.
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
      // A third is written as 33% or 0.3333, never as what it is.
      return Int((1 / share).rounded())
    }
  }
}
