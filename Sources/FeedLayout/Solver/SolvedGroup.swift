/// A group whose members have their places, counted from the group's own corner and not yet rounded.
struct SolvedGroup {
  var size: Extent
  /// The places of the cells, in the order of the items.
  var leaves: [SolvedLeaf] = []
  /// The views anchored to items and groups, in the order in which they are declared.
  var badges: [SolvedBadge] = []

  /// Adds a group within the group.
  mutating func append(_ group: SolvedGroup, at origin: Point) {
    leaves.reserveCapacity(leaves.count + group.leaves.count)
    for leaf in group.leaves { leaves.append(leaf.moved(by: origin)) }
    for badge in group.badges { badges.append(badge.moved(by: origin)) }
  }

  /// How far the frames of the first cells reach along an axis.
  func reach(of count: Int, along axis: Axis) -> Double {
    leaves.prefix(count).reduce(0) { max($0, $1.frame.high(axis)) }
  }

  /// The length of a group that holds only its first cells: it ends behind them, as far as a whole
  /// group ends behind its last.
  func trimmedLength(to count: Int, along axis: Axis) -> Double {
    guard count < leaves.count else { return size[axis] }
    let rest = size[axis] - reach(of: leaves.count, along: axis)
    return max(0, reach(of: count, along: axis) + rest)
  }
}

/// The place of one cell.
struct SolvedLeaf {
  var frame: Frame
  var zIndex = 0
  /// Whether the cell is asked for its width, and for its height.
  var measuresWidth = false
  var measuresHeight = false

  var isMeasured: Bool { measuresWidth || measuresHeight }

  func moved(by offset: Point) -> SolvedLeaf {
    var leaf = self
    leaf.frame.x += offset.x
    leaf.frame.y += offset.y
    return leaf
  }
}

/// The place of a view that is anchored to an item or a group.
struct SolvedBadge {
  var item: SupplementaryItem
  var frame: Frame
  /// The view is there if the group holds more cells than this.
  var firstLeaf: Int
  /// The box that fractions of its size are taken of, where it belongs to the outermost group.
  var outermostBox: Extent?

  func moved(by offset: Point) -> SolvedBadge {
    var badge = self
    badge.frame.x += offset.x
    badge.frame.y += offset.y
    badge.outermostBox = nil  // what is moved lies within another group
    return badge
  }
}
