extension SectionTemplate {
  /// Returns one group of the section with the frames of its cells, relative to the group.
  func instance(_ index: Int, of stack: GroupStack, items: Int) -> SolvedGroup {
    let present = leafCount(ofGroup: index, of: items)
    switch stack {
    case .alike:
      guard present < capacity else { return group }
      var solved = group
      if section.group.axis != nil {
        solved.size[stackAxis] = group.trimmedLength(to: present, along: stackAxis)
      }
      return trimmed(solved, to: present)
    case .measured(let groups):
      if case .simple(let shape) = shape, present == capacity {
        let first = index * capacity
        guard capacity > 1 else {
          let answer = groups.leaves.element(at: first).element.extent[stackAxis]
          return shape.placed(group, along: stackAxis) { _ in answer }
        }
        let sizes = sizes(ofGroup: index, present, in: groups.leaves)
        return shape.placed(group, along: stackAxis) { sizes[$0][stackAxis] }
      }
      let shared = sharesLength ? groups.groups.summary.longest : nil
      return measuredGroup(sizes(ofGroup: index, present, in: groups.leaves), shared: shared)
    }
  }

  /// Returns the measured sizes of the cells of one group.
  func sizes(
    ofGroup index: Int,
    _ present: Int,
    in leaves: CountedTree<LeafSize>
  ) -> [Extent] {
    var sizes: [Extent] = []
    sizes.reserveCapacity(present)
    let first = index * capacity
    leaves.forEach(in: first..<first + present) { sizes.append($0.extent) }
    return sizes
  }

  /// Solves one group with the measured sizes of its cells, one size for each cell.
  ///
  /// - Returns: The group, trimmed if it is not full.
  func measuredGroup(_ sizes: [Extent], shared: Int? = nil) -> SolvedGroup {
    var settled = GroupSolver.Settled()
    if let shared { settled[stackAxis] = grid[stackAxis].points(shared) }
    let solver = GroupSolver(grid: grid, measured: sizes, present: sizes.count)
    var solved = solver.solve(section.group, in: box, settled: settled)
    guard sizes.count < capacity else { return solved }
    let isFixed = !section.group.size[stackAxis].isMeasured
    if let axis = section.group.axis, isFixed || (shared != nil && axis == stackAxis) {
      let rest = group.size[stackAxis] - group.reach(of: capacity, along: stackAxis)
      solved.size[stackAxis] = max(0, solved.reach(of: sizes.count, along: stackAxis) + rest)
    }
    return trimmed(solved, to: sizes.count)
  }

  /// Removes absent cells and their views, and attaches the group's own views to its new end.
  private func trimmed(_ group: SolvedGroup, to present: Int) -> SolvedGroup {
    var solved = group
    solved.leaves.removeSubrange(min(present, solved.leaves.count)...)
    solved.badges.removeAll { $0.firstLeaf >= present }
    holdBadges(of: &solved)
    return solved
  }

  /// Updates the frames of a group's own views for its current size.
  func holdBadges(of solved: inout SolvedGroup) {
    let insets = GroupSolver.insets(section.group, size: group.size)
    for index in solved.badges.indices {
      guard let box = solved.badges[index].outermostBox else { continue }
      let item = solved.badges[index].item
      let size = GroupSolver(grid: grid).outerSize(
        of: item.size,
        in: box,
        settled: GroupSolver.Settled()
      )
      let inner = Frame(
        x: insets.leading,
        y: insets.top,
        width: solved.size.width - insets.sum(.horizontal),
        height: solved.size.height - insets.sum(.vertical)
      )
      solved.badges[index].frame = GroupSolver.anchored(item, size: size, to: inner)
    }
  }

  /// Returns the entry of a group that holds one cell.
  func entry(_ answer: LeafSize) -> GroupEntry {
    guard case .simple(let shape) = shape, groupSpacing >= 0 else { return entry([answer][...]) }
    let extent = answer.extent[stackAxis]
    let length = grid[stackAxis].units(shape.length { _ in extent })
    return GroupEntry(span: length + edgeBefore + edgeAfter + groupSpacing)
  }

  /// Returns the entry of a group that holds cells of the given sizes.
  func entry(_ sizes: ArraySlice<LeafSize>) -> GroupEntry {
    let around = edgeBefore + edgeAfter
    if case .simple(let shape) = shape, sizes.count == capacity, groupSpacing >= 0 {
      let first = sizes.startIndex
      let length = grid[stackAxis].units(
        shape.length { sizes[first + $0].extent[stackAxis] }
      )
      return GroupEntry(span: length + around + groupSpacing)
    }
    let solved = measuredGroup(sizes.map(\.extent))
    var summary = reach(of: solved)
    summary.longest = grid[stackAxis].units(solved.size[stackAxis])
    summary.tallest = crossLength(of: solved.size)
    // If all groups share one length, only the extent of each group is used, not the sum.
    summary.span = sharesLength ? 0 : summary.longest + around + groupSpacing
    return GroupEntry(span: summary.span, exact: GroupEntry.ExactReach(summary))
  }

  /// Returns the extent of a group's cells and views, relative to the spacing before the group.
  func reach(of solved: SolvedGroup) -> SpanSummary {
    let (along, across) = (grid[stackAxis], grid[stackAxis.crossing])
    var summary = SpanSummary(count: 1)
    func widen(_ frame: Frame) {
      summary.reach(
        from: edgeBefore + along.units(frame.low(stackAxis)),
        to: edgeBefore + along.units(frame.high(stackAxis))
      )
      summary.reachAcross(
        from: across.units(frame.low(stackAxis.crossing)),
        to: across.units(frame.high(stackAxis.crossing))
      )
    }
    for leaf in solved.leaves { widen(leaf.frame) }
    for badge in solved.badges { widen(badge.frame) }
    return summary
  }
}
