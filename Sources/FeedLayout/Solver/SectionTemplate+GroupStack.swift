extension SectionTemplate {
  /// Returns the number of groups that hold the given number of cells.
  func groupCount(for items: Int) -> Int {
    capacity == 0 ? 0 : (items + capacity - 1) / capacity
  }

  /// Returns the number of cells in a group.
  func leafCount(ofGroup index: Int, of items: Int) -> Int {
    min(capacity, items - index * capacity)
  }

  /// Returns the stack of groups for unmeasured cells.
  func alikeGroups(for items: Int) -> AlikeGroups {
    let count = groupCount(for: items)
    guard count > 0 else { return AlikeGroups(count: 0, pitch: 0, last: 0) }
    let around = edgeBefore + edgeAfter
    let last = trimmedLength(leafCount(ofGroup: count - 1, of: items))
    return AlikeGroups(
      count: count,
      pitch: around + grid[stackAxis].units(group.size[stackAxis]) + groupSpacing,
      last: around + last
    )
  }

  /// Returns the length of the last group for the given number of cells, in units.
  private func trimmedLength(_ leaves: Int) -> Int {
    let isCustom = section.group.axis == nil
    return grid[stackAxis].units(
      isCustom ? group.size[stackAxis] : group.trimmedLength(to: leaves, along: stackAxis)
    )
  }

  /// Returns the length of a stack of groups.
  func length(of stack: GroupStack, items: Int) -> Int {
    switch stack {
    case .alike(let groups):
      guard groups.count > 0 else { return 0 }
      return PixelScale.times(groups.count - 1, groups.pitch) + groups.last
    case .measured(let groups):
      guard groups.groups.count > 0 else { return 0 }
      guard sharesLength else { return groups.groups.summary.span - groupSpacing }
      let last = groups.groups.count - 1
      let solved = instance(last, of: .measured(groups), items: items)
      let around = edgeBefore + edgeAfter
      return PixelScale.times(last, sharedPitch(groups)) + around
        + grid[stackAxis].units(solved.size[stackAxis])
    }
  }

  /// Returns the start of a group within the stack.
  func offset(ofGroup index: Int, in stack: GroupStack) -> Int {
    switch stack {
    case .alike(let groups): PixelScale.times(index, groups.pitch) + edgeBefore
    case .measured(let groups):
      sharesLength
        ? PixelScale.times(index, sharedPitch(groups)) + edgeBefore
        : groups.groups.element(at: index).offset + edgeBefore
    }
  }

  /// Returns the largest length of a group across the stacking axis.
  func tallest(of stack: GroupStack) -> Int {
    switch stack {
    case .alike(let groups): groups.count > 0 ? crossLength(of: group.size) : 0
    case .measured(let groups):
      max(groups.groups.summary.tallest, tallestSimple(of: groups))
    }
  }

  /// The length of full groups of simple shape across the axis, which measuring does not change.
  private func tallestSimple(of groups: MeasuredGroups) -> Int {
    guard case .simple = shape, groups.leaves.count >= capacity else { return 0 }
    return crossLength(of: group.size)
  }

  /// Whether all groups of the section take the length of the largest group.
  var sharesLength: Bool {
    if case .uniformAcrossSiblings = section.group.size[stackAxis] { true } else { false }
  }

  func sharedPitch(_ groups: MeasuredGroups) -> Int {
    edgeBefore + groups.groups.summary.longest + edgeAfter + groupSpacing
  }
}
