/// Places the items at the boundary of a section, or of the whole layout.
struct BoundarySolver {
  /// Where an alignment lies on one axis.
  enum Side {
    case start
    case centre
    case end
  }

  /// A box with its boundary items around it, in units along the scroll axis.
  struct Solution: Equatable {
    /// The length of all.
    var length: Int
    /// How far the items at the start push the content away.
    var startGrowth: Int
    /// How far the items at the end reach behind the content.
    var endGrowth: Int
    /// The corner of each item, counted from the box's own.
    var origins: [UnitPoint]
  }

  let grid: PixelGrid
  /// The axis along which the box grows.
  let axis: Axis
  /// The part of the box across that items are aligned in, in units.
  let across: (low: Int, high: Int)

  /// Places items of given sizes around content of a given length.
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

/// A place in units of the grid.
struct UnitPoint: Equatable {
  var x = 0
  var y = 0

  subscript(axis: Axis) -> Int {
    get { axis == .horizontal ? x : y }
    set { if axis == .horizontal { x = newValue } else { y = newValue } }
  }
}

extension BoundaryAlignment {
  /// Where the alignment lies on an axis.
  func side(_ axis: Axis) -> BoundarySolver.Side {
    switch (self, axis) {
    case (.top, .vertical), (.topLeading, .vertical), (.topTrailing, .vertical): .start
    case (.bottom, .vertical), (.bottomLeading, .vertical), (.bottomTrailing, .vertical): .end
    case (.leading, .horizontal), (.topLeading, .horizontal), (.bottomLeading, .horizontal):
      .start
    case (.trailing, .horizontal), (.topTrailing, .horizontal), (.bottomTrailing, .horizontal):
      .end
    default: .centre
    }
  }
}
