/// The groups of one section, one behind the other along the stacking axis, in units.
enum GroupStack {
  /// All groups are alike, but for the last one, which may be trimmed: nothing but arithmetic.
  case alike(AlikeGroups)
  /// The groups differ in length, because cells were measured.
  case measured(MeasuredGroups)
}

/// Groups that are all alike, but for the last one.
struct AlikeGroups {
  var count: Int
  /// From the start of one group to that of the next.
  var pitch: Int
  /// The room that the last group takes.
  var last: Int
}

/// Groups that differ in length.
struct MeasuredGroups {
  /// What each cell answered.
  var leaves: CountedTree<LeafSize>
  /// The groups; the length of each includes the room around it and the spacing behind it.
  var groups: CountedTree<GroupEntry>
}

extension SectionTemplate {
  /// How many groups it takes to hold so many cells.
  func groupCount(for items: Int) -> Int {
    capacity == 0 ? 0 : (items + capacity - 1) / capacity
  }

  /// How many cells a group holds.
  func leafCount(ofGroup index: Int, of items: Int) -> Int {
    min(capacity, items - index * capacity)
  }

  /// Stacks groups of which no cell has been measured.
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

  /// The length of the last group, if it holds only so many cells.
  private func trimmedLength(_ leaves: Int) -> Int {
    let isCustom = section.group.axis == nil
    return grid[stackAxis].units(
      isCustom ? group.size[stackAxis] : group.trimmedLength(to: leaves, along: stackAxis)
    )
  }

  /// How far a stack of groups reaches.
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

  /// Where a group begins within the stack.
  func offset(ofGroup index: Int, in stack: GroupStack) -> Int {
    switch stack {
    case .alike(let groups): PixelScale.times(index, groups.pitch) + edgeBefore
    case .measured(let groups):
      sharesLength
        ? PixelScale.times(index, sharedPitch(groups)) + edgeBefore
        : groups.groups.element(at: index).offset + edgeBefore
    }
  }

  /// The largest room that a group of the stack takes across.
  func tallest(of stack: GroupStack) -> Int {
    switch stack {
    case .alike(let groups): groups.count > 0 ? crossLength(of: group.size) : 0
    case .measured(let groups):
      max(groups.groups.summary.tallest, tallestSimple(of: groups))
    }
  }

  /// The room that whole groups of simple shape take across: it does not depend on answers.
  private func tallestSimple(of groups: MeasuredGroups) -> Int {
    guard case .simple = shape, groups.leaves.count >= capacity else { return 0 }
    return crossLength(of: group.size)
  }

  /// Whether the largest group decides the length of all groups of the section.
  var sharesLength: Bool {
    if case .uniformAcrossSiblings = section.group.size[stackAxis] { true } else { false }
  }

  func sharedPitch(_ groups: MeasuredGroups) -> Int {
    edgeBefore + groups.groups.summary.longest + edgeAfter + groupSpacing
  }
}
