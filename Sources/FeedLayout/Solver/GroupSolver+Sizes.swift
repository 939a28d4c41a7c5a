extension GroupSolver {
  /// Resolves a declared size; fractions are rounded down to the grid, other lengths are unchanged.
  func outerSize(of size: LayoutSize, in box: Extent, settled: Settled) -> Extent {
    Extent(
      width: settled.width ?? length(size.width, in: box, along: .horizontal),
      height: settled.height ?? length(size.height, in: box, along: .vertical)
    )
  }

  /// Resolves one declared length; an estimate resolves to its value.
  func length(_ dimension: LayoutDimension, in box: Extent, along axis: Axis) -> Double {
    switch dimension {
    case .fractionalWidth(let fraction): grid[axis].floor(max(0, fraction * box.width))
    case .fractionalHeight(let fraction): grid[axis].floor(max(0, fraction * box.height))
    case .absolute(let points), .estimated(let points),
      .uniformAcrossSiblings(let points):
      max(0, points)
    }
  }

  /// Resolves the insets of a container; values between 0 and 1 are fractions of its length.
  static func resolved(_ insets: DirectionalInsets, of size: Extent) -> DirectionalInsets {
    func resolve(_ inset: Double, _ length: Double) -> Double {
      inset > 0 && inset < 1 ? inset * length : inset
    }
    return DirectionalInsets(
      top: resolve(insets.top, size.height),
      leading: resolve(insets.leading, size.width),
      bottom: resolve(insets.bottom, size.height),
      trailing: resolve(insets.trailing, size.width)
    )
  }

  /// Resolves the insets of a group; insets on an axis of estimated length are zero.
  static func insets(_ group: LayoutGroup, size: Extent) -> DirectionalInsets {
    var insets = resolved(group.contentInsets, of: size)
    if group.size.width.isMeasured { (insets.leading, insets.trailing) = (0, 0) }
    if group.size.height.isMeasured { (insets.top, insets.bottom) = (0, 0) }
    return insets
  }

  /// Returns the frame of a cell without its insets; an axis of estimated length has no insets.
  static func inset(_ item: LayoutItem, slot: Extent) -> Frame {
    var insets = item.contentInsets
    if item.size.width.isMeasured { (insets.leading, insets.trailing) = (0, 0) }
    if item.size.height.isMeasured { (insets.top, insets.bottom) = (0, 0) }
    return inset(Frame(origin: Point(), size: slot), by: insets)
  }

  /// Applies insets to a frame; insets larger than the frame leave the absolute difference.
  static func inset(_ frame: Frame, by insets: DirectionalInsets) -> Frame {
    Frame(
      x: frame.x + insets.leading,
      y: frame.y + insets.top,
      width: (frame.width - insets.sum(.horizontal)).magnitude,
      height: (frame.height - insets.sum(.vertical)).magnitude
    )
  }
}
