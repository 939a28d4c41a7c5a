extension SolvedLayout {
  /// The bounds of the view along the scroll axis, in units before mirroring.
  struct Visible {
    /// The bounds of the view.
    var bounds: (low: Int, high: Int)
    /// The bounds without the safe area insets.
    var clear: (low: Int, high: Int)
  }

  func visible(_ scroll: ScrollPosition) -> Visible {
    let axis = scrollAxis
    let scale = grid[axis]
    let length = scale.units(environment.containerSize[axis])
    var low = scale.units(scroll.offset[axis])
    if axis == .horizontal, description.direction == .rightToLeft {
      low = mirrorWidth - low - length
    }
    let insets = environment.safeAreaInsets
    return Visible(
      bounds: (low, low + length),
      clear: (
        low + scale.units(insets.before(axis)), low + length - scale.units(insets.after(axis))
      )
    )
  }

  /// Calls the body for a section's boundary items; pinned items have their pinned frames.
  func boundaryItems(
    of state: SectionState,
    at section: Int,
    start: Int,
    _ scroll: ScrollPosition,
    _ body: (LayoutElement) -> Void
  ) {
    let items = templates[state.template].section.boundaryItems
    for index in items.indices {
      let ordinal = items[..<index].count { $0.kind == items[index].kind }
      body(
        boundaryElement(
          items[index],
          index,
          in: state.boundary,
          size: state.boundarySizes[index],
          start: start,
          id: .supplementary(kind: items[index].kind, section: section, index: ordinal),
          scroll
        )
      )
    }
  }

  /// Calls the body for the layout's boundary items; pinned items have their pinned frames.
  func layoutBoundaryItems(_ scroll: ScrollPosition, _ body: (LayoutElement) -> Void) {
    let items = description.boundaryItems
    for index in items.indices {
      let ordinal = items[..<index].count { $0.kind == items[index].kind }
      body(
        boundaryElement(
          items[index],
          index,
          in: boundary,
          size: boundarySizes[index],
          start: 0,
          id: .layoutSupplementary(kind: items[index].kind, index: ordinal),
          scroll
        )
      )
    }
  }

  private func boundaryElement(
    _ item: BoundaryItem,
    _ index: Int,
    in solution: BoundarySolver.Solution,
    size: Extent,
    start: Int,
    id: LayoutElementID,
    _ scroll: ScrollPosition
  ) -> LayoutElement {
    var origin = solution.origins[index]
    origin[scrollAxis] += start
    var zIndex = item.zIndex
    if item.pinToVisibleBounds {
      let visible = visible(scroll)
      let length = grid[scrollAxis].units(size[scrollAxis])
      let natural = origin[scrollAxis]
      switch item.alignment.side(scrollAxis) {
      case .start:
        let end = start + solution.length - solution.endGrowth
        origin[scrollAxis] = max(natural, min(visible.clear.low, end - length))
      case .end:
        let first = start + solution.startGrowth
        origin[scrollAxis] = min(natural, max(visible.clear.high - length, first))
      case .centre: break
      }
      let place = origin[scrollAxis]
      if place < visible.bounds.high, place + length > visible.bounds.low {
        zIndex += LayoutElement.pinnedZIndex
      }
    }
    let frame = frame(at: origin, size: size)
    return LayoutElement(id: id, frame: GroupSolver.inset(frame, by: item), zIndex: zIndex)
  }

  /// Calls the body for a section's backgrounds; an empty section has no backgrounds.
  func decorations(
    of state: SectionState,
    at section: Int,
    start: Int,
    _ body: (LayoutElement) -> Void
  ) {
    let items = templates[state.template].section.decorations
    guard state.length > 0 else { return }
    for index in items.indices {
      let ordinal = items[..<index].count { $0.kind == items[index].kind }
      let whole = Frame(origin: Point(), size: sectionSize(state))
      var origin = UnitPoint()
      origin[scrollAxis] = start
      body(
        LayoutElement(
          id: .decoration(kind: items[index].kind, section: section, index: ordinal),
          frame: frame(GroupSolver.inset(whole, by: items[index].contentInsets), from: origin),
          zIndex: items[index].zIndex
        )
      )
    }
  }
}
