/// A group with the frames of its members, relative to the group and not rounded.
struct SolvedGroup {
  var size: Extent
  /// The cells, in the order of the items.
  var leaves: [SolvedLeaf] = []
  /// The views anchored to items and groups, in order of declaration.
  var badges: [SolvedBadge] = []

  /// Appends a nested group.
  mutating func append(_ group: SolvedGroup, at origin: Point) {
    leaves.reserveCapacity(leaves.count + group.leaves.count)
    for leaf in group.leaves { leaves.append(leaf.moved(by: origin)) }
    for badge in group.badges { badges.append(badge.moved(by: origin)) }
  }

  /// Returns the largest end of the first cells along an axis.
  func reach(of count: Int, along axis: Axis) -> Double {
    leaves.prefix(count).reduce(0) { max($0, $1.frame.high(axis)) }
  }

  /// Returns the length of a group that holds only its first cells.
  ///
  /// The space after the last cell is the same as in a full group.
  func trimmedLength(to count: Int, along axis: Axis) -> Double {
    guard count < leaves.count else { return size[axis] }
    let rest = size[axis] - reach(of: leaves.count, along: axis)
    return max(0, reach(of: count, along: axis) + rest)
  }
}

/// The frame of one cell in a group.
struct SolvedLeaf {
  var frame: Frame
  var zIndex = 0
  /// Whether the cell's width and height are measured.
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

/// The frame of a view that is anchored to an item or a group.
struct SolvedBadge {
  var item: SupplementaryItem
  var frame: Frame
  /// The view is present if the group holds more cells than this.
  var firstLeaf: Int
  /// The box to which fractions of its size refer, if it belongs to the outermost group.
  var outermostBox: Extent?

  func moved(by offset: Point) -> SolvedBadge {
    var badge = self
    badge.frame.x += offset.x
    badge.frame.y += offset.y
    badge.outermostBox = nil  // a moved badge lies in a nested group
    return badge
  }
}
