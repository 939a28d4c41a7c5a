extension SolvedLayout {
  /// Returns all elements whose frames intersect a rectangle.
  ///
  /// The search uses actual frames, so it finds elements that extend beyond their group or section.
  /// The order is by section: backgrounds, groups with their cells and badges, boundary items. The
  /// boundary items of the layout follow last.
  ///
  /// - Complexity: O(log *s* + *k*) where *s* is the number of sections and *k* the number of cells
  ///   of the intersected groups, plus O(log *n*) for each group if *n* cells are measured.
  public func elements(
    in rectangle: Frame,
    scrolledTo scroll: ScrollPosition = ScrollPosition()
  ) -> [LayoutElement] {
    var found: [LayoutElement] = []
    let window = window(rectangle)
    let stretch = window[scrollAxis]
    let first = boundary.startGrowth
    sections.forEach(from: stretch.low - first, to: stretch.high - first) { index, offset, state in
      visit(state, at: index, start: first + offset, window: window, scroll) {
        if $0.frame.meets(rectangle) { found.append($0) }
      }
    }
    layoutBoundaryItems(scroll) { if $0.frame.meets(rectangle) { found.append($0) } }
    return found
  }

  /// Returns all elements that intersect the view.
  ///
  /// - Complexity: As for ``elements(in:scrolledTo:)`` with the rectangle of the view.
  public func visibleElements(scrolledTo scroll: ScrollPosition) -> [LayoutElement] {
    elements(in: Frame(origin: scroll.offset, size: environment.containerSize), scrolledTo: scroll)
  }

  /// Returns every element of the layout.
  ///
  /// - Returns: The elements with their frames, in the order of ``elements(in:scrolledTo:)``.
  /// - Complexity: O(*n*) where *n* is the number of elements.
  public func allElements(scrolledTo scroll: ScrollPosition = ScrollPosition()) -> [LayoutElement] {
    var found: [LayoutElement] = []
    for index in sections.indices {
      let (state, offset) = sections.element(at: index)
      visit(
        state,
        at: index,
        start: boundary.startGrowth + offset,
        window: .everything,
        scroll
      ) { found.append($0) }
    }
    layoutBoundaryItems(scroll) { found.append($0) }
    return found
  }

  /// A rectangle in units before mirroring, extended by one pixel on all sides.
  struct Window {
    var x: (low: Int, high: Int)
    var y: (low: Int, high: Int)

    static let everything = Window(
      x: (-1 << 60, 1 << 60),
      y: (-1 << 60, 1 << 60)
    )

    subscript(axis: Axis) -> (low: Int, high: Int) { axis == .horizontal ? x : y }
  }

  private func window(_ rectangle: Frame) -> Window {
    let (across, down) = (grid[.horizontal], grid[.vertical])
    var x = (low: across.units(rectangle.x), high: across.units(rectangle.maxX))
    if description.direction == .rightToLeft { x = (mirrorWidth - x.high, mirrorWidth - x.low) }
    return Window(
      x: (x.low - PixelScale.pixel, x.high + PixelScale.pixel),
      y: (
        down.units(rectangle.y) - PixelScale.pixel, down.units(rectangle.maxY) + PixelScale.pixel
      )
    )
  }

  private func visit(
    _ state: SectionState,
    at section: Int,
    start: Int,
    window: Window,
    _ scroll: ScrollPosition,
    _ body: (LayoutElement) -> Void
  ) {
    decorations(of: state, at: section, start: start, body)
    visitGroups(state, at: section, start: start, window: window, scroll, body)
    boundaryItems(of: state, at: section, start: start, scroll, body)
  }

  private func visitGroups(
    _ state: SectionState,
    at section: Int,
    start: Int,
    window: Window,
    _ scroll: ScrollPosition,
    _ body: (LayoutElement) -> Void
  ) {
    let template = templates[state.template]
    guard template.hasCells(state.items) else { return }
    let axis = template.stackAxis
    let scrolled = scroll[section]
    let base =
      template.isOrthogonal
      ? template.stackStart - grid[axis].units(scrolled) : start + template.contentStart(state)
    let zIndex = template.section.decorations.isEmpty ? 0 : 1
    template.forEachGroup(
      of: state.stack,
      items: state.items,
      from: window[axis].low - base,
      to: window[axis].high - base
    ) { group, solved in
      let origin = groupOrigin(
        group,
        size: solved.size,
        of: state,
        start: start,
        scrolled: scrolled
      )
      let firstItem = group * template.capacity
      for leaf in solved.leaves.indices {
        let place = solved.leaves[leaf]
        body(
          LayoutElement(
            id: .cell(section: section, item: firstItem + leaf),
            frame: frame(place.frame, from: origin),
            zIndex: place.zIndex == 0 ? zIndex : place.zIndex
          )
        )
      }
      guard !solved.badges.isEmpty else { return }
      var counts: [String: Int] = [:]
      for badge in solved.badges {
        let kind = badge.item.kind
        let ordinal =
          counts[kind]
          ?? template.firstIndex(of: kind, inGroup: group)
        counts[kind] = ordinal + 1
        body(
          LayoutElement(
            id: .supplementary(kind: kind, section: section, index: ordinal),
            frame: frame(badge.frame, from: origin),
            zIndex: badge.item.zIndex
          )
        )
      }
    }
  }
}
