/// A declared section, solved for one container: one group, and the lengths for its repetition.
struct SectionTemplate {
  let section: LayoutSection
  let grid: PixelGrid
  /// The scroll axis of the layout.
  let scrollAxis: Axis
  /// The axis along which the groups are stacked.
  let stackAxis: Axis
  /// The size of the view.
  let container: Extent
  /// The section's insets, relative to the edges of the view.
  let insets: DirectionalInsets
  /// The insets of boundary items, relative to the edges of the view.
  let boundaryInsets: DirectionalInsets
  /// The box to which fractions of a group's size refer.
  let box: Extent
  /// The full group, unmeasured.
  let group: SolvedGroup
  /// The sizes of the boundary items, unmeasured.
  let boundarySizes: [Extent]
  /// The way in which a group's length depends on the measured sizes of its cells.
  let shape: GroupShape
  /// The extent of a group, unmeasured.
  private(set) var reach = SpanSummary()
  /// The spacing before, after and between groups on the stacking axis, in units.
  private(set) var edgeBefore = 0
  private(set) var edgeAfter = 0
  private(set) var groupSpacing = 0

  var isOrthogonal: Bool { scrollAxis != stackAxis }
  /// The number of cells of a full group.
  var capacity: Int { group.leaves.count }

  init(_ declared: LayoutSection, of layout: LayoutDescription, in environment: LayoutEnvironment) {
    let container = environment.containerSize
    section = declared.variant(for: container)
    grid = environment.pixelGrid
    scrollAxis = layout.scrollDirection
    stackAxis =
      section.orthogonalScrolling == .none ? layout.scrollDirection : scrollAxis.crossing
    self.container = container

    let own = GroupSolver.resolved(section.contentInsets, of: container)
    let reference = section.contentInsetsReference.resolved(layout.contentInsetsReference)
    insets = own.adding(environment.insets(reference), across: scrollAxis)
    let follows = section.supplementariesFollowContentInsets
    let fallback: ContentInsetsReference = follows ? reference : .none
    let boundaryReference = section.supplementaryContentInsetsReference.resolved(fallback)
    boundaryInsets = (follows ? own : .zero)
      .adding(environment.insets(boundaryReference), across: scrollAxis)

    var box = container
    let crossing = stackAxis.crossing
    box[crossing] = max(0, container[crossing] - insets.sum(crossing))
    self.box = box
    group = GroupSolver(grid: grid).solve(section.group, in: box)
    var boundaryBox = container
    let across = scrollAxis.crossing
    boundaryBox[across] = max(0, container[across] - boundaryInsets.sum(across))
    let solver = GroupSolver(grid: grid)
    boundarySizes = section.boundaryItems.map {
      solver.outerSize(of: $0.size, in: boundaryBox, settled: GroupSolver.Settled())
    }
    shape = GroupShape(section.group, group, stackAxis: stackAxis)
    let edges = section.group.edgeSpacing
    edgeBefore = units(edges.before(stackAxis)?.minimum, stackAxis)
    edgeAfter = units(edges.after(stackAxis)?.minimum, stackAxis)
    groupSpacing = grid[stackAxis].units(section.interGroupSpacing)
    reach = reach(of: group)
    // The last group may be trimmed to length zero; include its own views at that end.
    var trimmed = SolvedGroup(size: group.size, badges: group.badges)
    trimmed.size[stackAxis] = 0
    holdBadges(of: &trimmed)
    let other = reach(of: trimmed)
    reach.reach(from: other.low, to: other.high)
    reach.reachAcross(from: other.lowAcross, to: other.highAcross)
  }

  /// The start of the stack of groups on the stacking axis, within the section.
  var stackStart: Int { grid[stackAxis].units(insets.before(stackAxis)) }

  /// Returns the start of a group across the stacking axis, within the section.
  func crossStart(of size: Extent) -> Int {
    let crossing = stackAxis.crossing
    let edges = section.group.edgeSpacing
    let before = edges.before(crossing)
    let after = edges.after(crossing)
    let flexible = (before?.isFlexible == true ? 1 : 0) + (after?.isFlexible == true ? 1 : 0)
    var share = 0.0
    if flexible > 0, !isOrthogonal {
      let taken = size[crossing] + (before?.minimum ?? 0) + (after?.minimum ?? 0)
      share = (box[crossing] - taken) / Double(flexible)
    }
    return grid[crossing].units(
      insets.before(crossing) + GroupSolver.Row.length(before, share: share)
    )
  }

  /// Returns the length of a group across the stacking axis, including the minimum spacing.
  func crossLength(of size: Extent) -> Int {
    let crossing = stackAxis.crossing
    let edges = section.group.edgeSpacing
    return grid[crossing].units(size[crossing]) + units(edges.before(crossing)?.minimum, crossing)
      + units(edges.after(crossing)?.minimum, crossing)
  }

  private func units(_ points: Double?, _ axis: Axis) -> Int {
    points.map { grid[axis].units($0) } ?? 0
  }
}

extension SectionTemplate {
  /// Returns the index of the first view of a kind in a group.
  ///
  /// Boundary items and earlier groups precede it.
  func firstIndex(of kind: String, inGroup group: Int) -> Int {
    section.boundaryItems.count { $0.kind == kind }
      + group * self.group.badges.count { $0.item.kind == kind }
  }

  /// Calls the body for all groups whose extents intersect an interval of the stack.
  func forEachGroup(
    of stack: GroupStack,
    items: Int,
    from low: Int,
    to high: Int,
    _ body: (Int, SolvedGroup) -> Void
  ) {
    switch stack {
    case .alike(let groups):
      forEachAlike(
        groups.count,
        pitch: groups.pitch,
        reach: (reach.low, reach.high),
        from: low,
        to: high
      ) { index in
        let isWhole = leafCount(ofGroup: index, of: items) == capacity
        body(index, isWhole ? group : instance(index, of: stack, items: items))
      }
    case .measured(let groups):
      if sharesLength {
        forEachAlike(
          groups.groups.count,
          pitch: sharedPitch(groups),
          reach: sharedReach(groups),
          from: low,
          to: high
        ) { body($0, instance($0, of: stack, items: items)) }
      } else {
        groups.groups.forEach(from: low, to: high) { index, _, _ in
          body(index, instance(index, of: stack, items: items))
        }
      }
    }
  }

  private func forEachAlike(
    _ count: Int,
    pitch: Int,
    reach: (low: Int, high: Int),
    from low: Int,
    to high: Int,
    _ body: (Int) -> Void
  ) {
    var range = 0..<count
    if pitch > 0 {
      let first = (low - reach.high) / pitch - 1
      let last = (high - reach.low) / pitch + 1
      guard first < count, last >= 0 else { return }
      range = max(0, first)..<min(count, last + 1)
    }
    for index in range {
      let start = PixelScale.times(index, pitch)
      if start + reach.low <= high, start + reach.high >= low { body(index) }
    }
  }
}

extension SectionTemplate {
  /// Stacks the groups of the given number of cells; the closure returns each cell's size in order.
  func measuredGroups(_ items: Int, _ answer: (Int) -> LeafSize) -> MeasuredGroups {
    var builder = CountedTree<LeafSize>.Builder()
    for item in 0..<items { builder.append(answer(item)) }
    let leaves = builder.finish()
    return MeasuredGroups(leaves: leaves, groups: stacked(leaves))
  }

  /// Stacks the groups of cells; the first groups are given.
  func stacked(
    _ leaves: CountedTree<LeafSize>,
    behind kept: [GroupEntry] = []
  ) -> CountedTree<GroupEntry> {
    var builder = CountedTree<GroupEntry>.Builder()
    for entry in kept { builder.append(entry) }
    if capacity == 1 {
      leaves.forEach(in: min(kept.count, leaves.count)..<leaves.count) { answer in
        builder.append(entry(answer))
      }
      return builder.finish()
    }
    var answers: [LeafSize] = []
    leaves.forEach(in: min(kept.count * capacity, leaves.count)..<leaves.count) { answer in
      answers.append(answer)
      guard answers.count == capacity else { return }
      builder.append(entry(answers[...]))
      answers.removeAll(keepingCapacity: true)
    }
    if !answers.isEmpty { builder.append(entry(answers[...])) }
    return builder.finish()
  }

  /// Returns a size with the requested lengths; other and non-finite lengths become NaN.
  func accepted(_ answer: Extent, for leaf: SolvedLeaf) -> Extent {
    Extent(
      width: leaf.measuresWidth && answer.width.isFinite ? max(0, answer.width) : .nan,
      height: leaf.measuresHeight && answer.height.isFinite ? max(0, answer.height) : .nan
    )
  }
}
