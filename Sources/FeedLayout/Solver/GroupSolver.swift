/// A solver for the members of one group, given a box and the measured sizes of the group's cells.
struct GroupSolver {
  let grid: PixelGrid
  /// The measured size of each cell, NaN if unmeasured; empty if no cell was measured.
  var measured: [Extent] = []
  /// The number of cells available to fill the group.
  var present = Int.max

  /// Lengths given by the container: a share of a row, or the largest length among siblings.
  struct Settled {
    var width: Double?
    var height: Double?

    subscript(axis: Axis) -> Double? {
      get { axis == .horizontal ? width : height }
      set { if axis == .horizontal { width = newValue } else { height = newValue } }
    }
  }

  /// Solves a group and its members.
  ///
  /// - Parameter firstLeaf: The number of preceding cells in the outermost group.
  /// - Returns: The group with the frames of its cells.
  func solve(
    _ group: LayoutGroup,
    in box: Extent,
    settled: Settled = Settled(),
    firstLeaf: Int = 0
  ) -> SolvedGroup {
    let outer = outerSize(of: group.size, in: box, settled: settled)
    guard let axis = group.axis else {
      return custom(group, size: outer, box: box, firstLeaf: firstLeaf)
    }
    let insets = Self.insets(group, size: outer)
    let inner = Extent(
      width: max(0, outer.width - insets.sum(.horizontal)),
      height: max(0, outer.height - insets.sum(.vertical))
    )
    let packing = packing(of: group, along: axis, inner: inner, settled: settled)
    var row = Row(axis: axis, inner: inner, spacing: group.interItemSpacing)
    row.growsAlong = group.size[axis].isMeasured && settled[axis] == nil
    row.growsAcross = group.size[axis.crossing].isMeasured && settled[axis.crossing] == nil

    var leaf = firstLeaf
    for index in 0..<packing.count {
      let member = group.members[index % group.members.count]
      let solved = solve(member, packing: packing, along: axis, settled: Settled(), firstLeaf: leaf)
      row.append(member, solved: solved, isPresent: leaf < present, firstLeaf: leaf)
      leaf += solved.leaves.count
    }
    equalise(&row, group: group, packing: packing, settled: settled)
    return place(row, group: group, outer: outer, insets: insets, box: box, firstLeaf: firstLeaf)
  }

  /// Solves one member of a group; an item becomes a group with one cell.
  func solve(
    _ member: LayoutMember,
    packing: Packing,
    along axis: Axis,
    settled: Settled,
    firstLeaf: Int
  ) -> SolvedGroup {
    var settled = settled
    settled[axis] = settled[axis] ?? packing.equalLength
    switch member {
    case .group(let group):
      return solve(group, in: packing.box, settled: settled, firstLeaf: firstLeaf)
    case .item(let item):
      var leaf = SolvedLeaf(frame: Frame())
      leaf.measuresWidth = item.size.width.isMeasured && settled.width == nil
      leaf.measuresHeight = item.size.height.isMeasured && settled.height == nil
      var size = outerSize(of: item.size, in: packing.box, settled: settled)
      if firstLeaf < measured.count {
        let answer = measured[firstLeaf]
        if leaf.measuresWidth, !answer.width.isNaN { size.width = max(0, answer.width) }
        if leaf.measuresHeight, !answer.height.isNaN { size.height = max(0, answer.height) }
      }
      leaf.frame = Self.inset(item, slot: size)
      var solved = SolvedGroup(size: size, leaves: [leaf])
      for supplementary in item.supplementaries {
        let size = outerSize(
          of: supplementary.size,
          in: leaf.frame.size,
          settled: Settled()
        )
        let frame = Self.anchored(supplementary, size: size, to: leaf.frame)
        solved.badges.append(
          SolvedBadge(item: supplementary, frame: frame, firstLeaf: firstLeaf)
        )
      }
      return solved
    }
  }

  /// Sets the length of all uniform members to the largest length among them.
  private func equalise(
    _ row: inout Row,
    group: LayoutGroup,
    packing: Packing,
    settled: Settled
  ) {
    for axis in [row.axis, row.axis.crossing] {
      let uniform = row.members.indices.filter {
        guard case .uniformAcrossSiblings = row.members[$0].member.size[axis] else { return false }
        return axis != row.axis || packing.equalLength == nil
      }
      guard !uniform.isEmpty else { continue }
      var largest = uniform.reduce(0) { largest, index in
        let member = row.members[index]
        return member.isPresent ? max(largest, member.solved.size[axis]) : largest
      }
      if axis != row.axis, settled[axis] != nil { largest = max(largest, row.inner[axis]) }
      for index in uniform where row.members[index].solved.size[axis] != largest {
        let member = row.members[index]
        var settled = Settled()
        settled[axis] = largest
        settled[axis.crossing] = member.solved.size[axis.crossing]
        var solved = solve(
          member.member,
          packing: packing,
          along: row.axis,
          settled: settled,
          firstLeaf: member.firstLeaf
        )
        for leaf in solved.leaves.indices {  // the cells are still measured
          solved.leaves[leaf].measuresWidth = member.solved.leaves[leaf].measuresWidth
          solved.leaves[leaf].measuresHeight = member.solved.leaves[leaf].measuresHeight
        }
        row.members[index].solved = solved
      }
    }
  }

  private func place(
    _ row: Row,
    group: LayoutGroup,
    outer: Extent,
    insets: DirectionalInsets,
    box: Extent,
    firstLeaf: Int
  ) -> SolvedGroup {
    let lengths = row.lengths()
    var size = outer
    if row.growsAlong { size[row.axis] = lengths.along }
    if row.growsAcross { size[row.axis.crossing] = lengths.across }
    var solved = SolvedGroup(size: size)
    for (member, origin) in zip(row.members, row.origins(lengths)) {
      solved.append(
        member.solved,
        at: Point(x: insets.leading + origin.x, y: insets.top + origin.y)
      )
    }
    let inner = Frame(
      x: insets.leading,
      y: insets.top,
      width: size.width - insets.sum(.horizontal),
      height: size.height - insets.sum(.vertical)
    )
    addBadges(of: group, to: &solved, inner: inner, box: box, firstLeaf: firstLeaf)
    return solved
  }

  private func custom(
    _ group: LayoutGroup,
    size: Extent,
    box: Extent,
    firstLeaf: Int
  ) -> SolvedGroup {
    var solved = SolvedGroup(size: size)
    if case .custom(let places) = group.arrangement {
      solved.leaves = places.map { SolvedLeaf(frame: $0.frame, zIndex: $0.zIndex) }
    }
    let insets = Self.insets(group, size: size)
    let inner = Frame(
      x: insets.leading,
      y: insets.top,
      width: size.width - insets.sum(.horizontal),
      height: size.height - insets.sum(.vertical)
    )
    addBadges(of: group, to: &solved, inner: inner, box: box, firstLeaf: firstLeaf)
    return solved
  }
}

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
