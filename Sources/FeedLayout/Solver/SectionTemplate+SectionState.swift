extension SectionTemplate {
  /// Returns whether a section with the given number of items has any cell.
  func hasCells(_ items: Int) -> Bool { items > 0 && capacity > 0 }

  /// Updates a section's lengths after its groups or boundary items changed.
  func updateLengths(of state: inout SectionState, spacing: Int) {
    let along = grid[scrollAxis]
    let isAbsent = !hasCells(state.items) && section.boundaryItems.isEmpty
    var core = isAbsent ? 0 : along.units(insets.before(scrollAxis))
    if !isAbsent {
      core += along.units(insets.after(scrollAxis))
      core +=
        isOrthogonal
        ? tallest(of: state.stack) : length(of: state.stack, items: state.items)
    }
    state.boundary = boundarySolver.solve(
      section.boundaryItems,
      sizes: state.boundarySizes,
      core: core
    )
    state.summary = SpanSummary(count: 1)
    state.summary.span = state.boundary.length + spacing
    state.summary.reach(from: 0, to: state.boundary.length)
    reachOfContent(&state)
  }

  var boundarySolver: BoundarySolver {
    let across = scrollAxis.crossing
    return BoundarySolver(
      grid: grid,
      axis: scrollAxis,
      across: (
        low: grid[across].units(boundaryInsets.before(across)),
        high: grid[across].units(container[across] - boundaryInsets.after(across))
      )
    )
  }

  /// Returns the start of the stack of groups along the scroll axis, within the section.
  func contentStart(_ state: SectionState) -> Int {
    state.boundary.startGrowth + grid[scrollAxis].units(insets.before(scrollAxis))
  }

  private func reachOfContent(_ state: inout SectionState) {
    let start = contentStart(state)
    let along = grid[scrollAxis]
    if hasCells(state.items) {
      let (low, high) = isOrthogonal ? reachAcross(state.stack) : reachAlong(state.stack)
      state.summary.reach(from: start + low, to: start + high)
    }
    for index in section.boundaryItems.indices {
      let low = state.boundary.origins[index][scrollAxis]
      let high = low + along.units(state.boundarySizes[index][scrollAxis])
      state.summary.reach(from: low, to: high)
      if section.boundaryItems[index].pinToVisibleBounds {
        let first = state.boundary.startGrowth - (high - low)
        state.summary.reach(from: min(low, first), to: max(high, state.boundary.length))
      }
    }
    for decoration in section.decorations {
      state.summary.reach(
        from: min(0, along.units(decoration.contentInsets.before(scrollAxis))),
        to: max(
          state.boundary.length,
          state.boundary.length - along.units(decoration.contentInsets.after(scrollAxis))
        )
      )
    }
  }

  /// Returns the extent of the groups along the stacking axis, relative to the first group's start.
  private func reachAlong(_ stack: GroupStack) -> (Int, Int) {
    switch stack {
    case .alike(let groups):
      let last = PixelScale.times(groups.count - 1, groups.pitch)
      return (reach.low + min(0, last), reach.high + max(0, last))
    case .measured(let groups):
      let summary = groups.groups.summary
      guard sharesLength else { return (summary.low, summary.high) }
      let reach = sharedReach(groups)
      let last = PixelScale.times(groups.groups.count - 1, sharedPitch(groups))
      return (reach.low + min(0, last), reach.high + max(0, last))
    }
  }

  /// Returns the extent of any group, if all groups share one length.
  func sharedReach(_ groups: MeasuredGroups) -> (low: Int, high: Int) {
    let summary = groups.groups.summary
    return (min(0, summary.low), max(0, summary.high) + summary.longest)
  }

  /// Returns the extent of the groups across the stacking axis, within the section's insets.
  private func reachAcross(_ stack: GroupStack) -> (Int, Int) {
    let start = max(
      0,
      grid[scrollAxis].units(
        section.group.edgeSpacing.before(scrollAxis)?.minimum ?? 0
      )
    )
    switch stack {
    case .alike: return (reach.lowAcross, start + reach.highAcross)
    case .measured(let groups):
      let summary = groups.groups.summary
      return (
        min(reach.lowAcross, summary.lowAcross), start + max(reach.highAcross, summary.highAcross)
      )
    }
  }
}
