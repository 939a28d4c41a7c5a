extension GroupSolver {
  /// Adds the views anchored to a group.
  ///
  /// Their sizes refer to the box of the group, their anchors to the group's frame without its
  /// insets.
  func addBadges(
    of group: LayoutGroup,
    to solved: inout SolvedGroup,
    inner: Frame,
    box: Extent,
    firstLeaf: Int
  ) {
    for item in group.supplementaries {
      let size = outerSize(of: item.size, in: box, settled: Settled())
      solved.badges.append(
        SolvedBadge(
          item: item,
          frame: Self.anchored(item, size: size, to: inner),
          firstLeaf: firstLeaf,
          outermostBox: box
        )
      )
    }
  }

  /// Returns the frame of a view whose anchor coincides with the container's anchor.
  static func anchored(_ item: SupplementaryItem, size: Extent, to container: Frame) -> Frame {
    let own = item.itemAnchor ?? LayoutAnchor(edges: item.containerAnchor.edges)
    var frame = Frame(origin: container.origin, size: size)
    for (axis, before, after) in [
      (Axis.horizontal, DirectionalEdges.leading, DirectionalEdges.trailing),
      (Axis.vertical, .top, .bottom),
    ] {
      let target = container.length(axis) * part(item.containerAnchor.edges, before, after)
      let held = size[axis] * part(own.edges, before, after)
      let offset =
        item.containerAnchor.absoluteOffset[axis] + own.absoluteOffset[axis]
        + size[axis]
        * (item.containerAnchor.fractionalOffset[axis] + own.fractionalOffset[axis])
      let move = target - held + offset
      if axis == .horizontal { frame.x += move } else { frame.y += move }
    }
    return inset(frame, by: item.contentInsets)
  }

  /// Returns the position of an anchor as a fraction of a length; opposite edges cancel out to 0.5.
  private static func part(
    _ edges: DirectionalEdges,
    _ before: DirectionalEdges,
    _ after: DirectionalEdges
  ) -> Double {
    switch (edges.contains(before), edges.contains(after)) {
    case (true, false): 0
    case (false, true): 1
    case (true, true), (false, false): 0.5
    }
  }
}
