/// A solver for the boundary items of a section or of the whole layout.
struct BoundarySolver {
  /// The position of an alignment on one axis.
  enum Side {
    case start
    case centre
    case end
  }

  /// A box and its boundary items, in units along the scroll axis.
  struct Solution: Equatable {
    /// The length of the box and the boundary items.
    var length: Int
    /// The length that items at the start add before the content.
    var startGrowth: Int
    /// The length that items at the end add after the content.
    var endGrowth: Int
    /// The origin of each item, relative to the box.
    var origins: [UnitPoint]
  }

  let grid: PixelGrid
  /// The scroll axis, along which the box grows.
  let axis: Axis
  /// The bounds across the axis within which items are aligned, in units.
  let across: (low: Int, high: Int)

  /// Returns the positions of items of the given sizes around content of the given length.
  func solve(_ items: [BoundaryItem], sizes: [Extent], core: Int) -> Solution {
    var length = core
    for (item, size) in zip(items, sizes)
    where item.extendsBoundary && item.alignment.side(axis) == .centre {
      length = max(length, grid[axis].units(size[axis]))
    }
    var solution = Solution(length: length, startGrowth: 0, endGrowth: 0, origins: [])
    for (item, size) in zip(items, sizes) {
      var origin = UnitPoint()
      let along = grid[axis].units(size[axis])
      let offset = grid[axis].units(item.offset[axis])
      switch (item.alignment.side(axis), item.extendsBoundary) {
      case (.start, true):
        origin[axis] = offset - along
        solution.startGrowth = max(solution.startGrowth, -origin[axis])
      case (.start, false): origin[axis] = offset
      case (.centre, _): origin[axis] = (length - along) / 2 + offset
      case (.end, true):
        origin[axis] = length + offset
        solution.endGrowth = max(solution.endGrowth, offset + along)
      case (.end, false): origin[axis] = length - along + offset
      }
      let crossing = axis.crossing
      let size = grid[crossing].units(size[crossing])
      let crossOffset = grid[crossing].units(item.offset[crossing])
      switch item.alignment.side(crossing) {
      case .start: origin[crossing] = across.low + crossOffset
      case .centre:
        origin[crossing] = across.low + (across.high - across.low - size) / 2 + crossOffset
      case .end: origin[crossing] = across.high - size + crossOffset
      }
      solution.origins.append(origin)
    }
    for index in solution.origins.indices { solution.origins[index][axis] += solution.startGrowth }
    solution.length += solution.startGrowth + solution.endGrowth
    return solution
  }
}

/// A position in units of the grid.
struct UnitPoint: Equatable {
  var x = 0
  var y = 0

  subscript(axis: Axis) -> Int {
    get { axis == .horizontal ? x : y }
    set { if axis == .horizontal { x = newValue } else { y = newValue } }
  }
}
