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
