import FeedFormatting
import FeedLayout
import FeedModel
import FeedSnapshots

/// Answers how large the places of a page are where the layout only estimates it.
struct PlaceMeasurer {
  let sections: [PageSection]
  let appearance: FeedAppearance
  let cell: Extent

  /// The size of an element in points, or `nil` where the estimate holds.
  func size(_ request: MeasuringRequest) -> Extent? {
    guard case .cell(let index, let place) = request.element else { return nil }
    let section = sections[index]
    var size = request.proposal
    if request.measuresHeight {
      size.height = Double(lines(section, place)) * cell.height
    }
    if request.measuresWidth {
      let entry = section.items[section.items(at: place).lowerBound]
      let most = Int(size.width / cell.width) * 3
      size.width = Double(PlaceFace.chip(entry, appearance, most: most).width) * cell.width
    }
    return size
  }

  private func lines(_ section: PageSection, _ place: Int) -> Int {
    switch section.look.arrangement {
    case .rows where section.isInBlocks:
      section.rows(at: place).count + section.spacing(above: place)
    case .rows: 1 + section.spacing(above: place)
    case .chips: 1
    case .columns: 1
    case .cards, .banners: 4
    }
  }
}
