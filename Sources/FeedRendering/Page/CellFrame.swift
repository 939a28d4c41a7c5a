import FeedLayout

/// A frame in the cells of a grid: each edge on the nearest line of the grid.
struct CellFrame {
  var lines: Range<Int>
  var columns: Range<Int>
  /// The lines of the grid that the page has.
  var clip: Range<Int>

  init(lines: Range<Int>, columns: Range<Int>, clip: Range<Int>) {
    (self.lines, self.columns, self.clip) = (lines, columns, clip)
  }

  init(_ frame: Frame, _ cell: Extent, _ offset: Double, _ clip: Range<Int>) {
    let top = Int(((frame.y - offset) / cell.height).rounded()) + clip.lowerBound
    let bottom = Int(((frame.maxY - offset) / cell.height).rounded()) + clip.lowerBound
    let left = Int((frame.x / cell.width).rounded())
    let right = Int((frame.maxX / cell.width).rounded())
    lines = top..<max(bottom, top + 1)
    columns = left..<max(right, left + 1)
    self.clip = clip
  }
}
