extension SolvedLayout {
  /// Creates the state of a section; measures its estimated elements if `measuring` is given.
  func makeState(
    _ content: LayoutSectionContent,
    section: Int,
    measuring: Measuring?
  ) -> SectionState {
    let template = templates[content.declaration]
    var state = SectionState(
      template: content.declaration,
      items: content.itemCount,
      stack: .alike(template.alikeGroups(for: content.itemCount)),
      boundarySizes: template.boundarySizes
    )
    if let measuring {
      measureBoundary(&state, section: section, measuring)
      if template.shape.isMeasured, template.hasCells(state.items) {
        let groups = template.measuredGroups(state.items) {
          measure(item: $0, section, template, measuring)
        }
        state.stack = .measured(groups)
      }
    }
    template.updateLengths(of: &state, spacing: sectionSpacing)
    return state
  }

  /// Measures one cell.
  func measure(
    item: Int,
    _ section: Int,
    _ template: SectionTemplate,
    _ measuring: Measuring
  ) -> LeafSize {
    let leaf = template.group.leaves[item % template.capacity]
    guard leaf.isMeasured else { return .unknown }
    let answer = measuring(
      MeasuringRequest(
        element: .cell(section: section, item: item),
        proposal: leaf.frame.size,
        measuresWidth: leaf.measuresWidth,
        measuresHeight: leaf.measuresHeight
      )
    )
    guard let answer else { return .unknown }
    return LeafSize(extent: template.accepted(answer, for: leaf))
  }

  /// Returns whether measured sizes of cells stay valid when items are inserted or removed before
  /// them.
  ///
  /// They do not if the positions of a group have different sizes or measure different axes.
  ///
  /// - Precondition: The section is one of the layout's.
  package func keepsAnswers(inSection section: Int) -> Bool {
    let template = templates[sections.element(at: section).element.template]
    return !template.shape.isMeasured || template.capacity == 1 || template.hasEqualPlaces
  }

  /// Returns the measuring request of an item's cell, or `nil` if the cell is not measured.
  ///
  /// - Precondition: The item is one of the layout's.
  package func measuringRequest(ofItem item: Int, inSection section: Int) -> MeasuringRequest? {
    let template = templates[sections.element(at: section).element.template]
    guard template.shape.isMeasured, template.capacity > 0 else { return nil }
    let leaf = template.group.leaves[item % template.capacity]
    guard leaf.isMeasured else { return nil }
    return MeasuringRequest(
      element: .cell(section: section, item: item),
      proposal: leaf.frame.size,
      measuresWidth: leaf.measuresWidth,
      measuresHeight: leaf.measuresHeight
    )
  }

  private func measureBoundary(
    _ state: inout SectionState,
    section: Int,
    _ measuring: Measuring
  ) {
    let items = templates[state.template].section.boundaryItems
    for index in items.indices {
      let ordinal = items[..<index].count { $0.kind == items[index].kind }
      state.boundarySizes[index] = measured(
        items[index],
        state.boundarySizes[index],
        .supplementary(kind: items[index].kind, section: section, index: ordinal),
        measuring
      )
    }
  }

  /// Measures the boundary items of the layout and settles the content.
  mutating func measureLayoutBoundary(_ measuring: Measuring?) {
    let solver = GroupSolver(grid: grid)
    let items = description.boundaryItems
    boundarySizes = items.indices.map { index in
      let size = solver.outerSize(
        of: items[index].size,
        in: environment.containerSize,
        settled: GroupSolver.Settled()
      )
      guard let measuring else { return size }
      let ordinal = items[..<index].count { $0.kind == items[index].kind }
      return measured(
        items[index],
        size,
        .layoutSupplementary(kind: items[index].kind, index: ordinal),
        measuring
      )
    }
    settleContent()
  }

  private func measured(
    _ item: BoundaryItem,
    _ size: Extent,
    _ id: LayoutElementID,
    _ measuring: Measuring
  ) -> Extent {
    let (width, height) = (item.size.width.isMeasured, item.size.height.isMeasured)
    guard width || height,
      let answer = measuring(
        MeasuringRequest(
          element: id,
          proposal: size,
          measuresWidth: width,
          measuresHeight: height
        )
      )
    else { return size }
    return Extent(
      width: width && answer.width.isFinite ? max(0, answer.width) : size.width,
      height: height && answer.height.isFinite ? max(0, answer.height) : size.height
    )
  }

  /// Updates the content's length after a section changed.
  mutating func settleContent() {
    let span = sections.count == 0 ? 0 : sections.summary.span - sectionSpacing
    let across = scrollAxis.crossing
    let solver = BoundarySolver(
      grid: grid,
      axis: scrollAxis,
      across: (low: 0, high: grid[across].units(environment.containerSize[across]))
    )
    boundary = solver.solve(description.boundaryItems, sizes: boundarySizes, core: span)
  }
}

extension SolvedLayout {
  /// Measures the visible cells, round by round, until no unmeasured cell is visible.
  ///
  /// Measured cells grow or shrink, so other cells may scroll into view. Each cell is measured
  /// once.
  ///
  /// - Returns: Whether all visible cells were measured within the limit.
  /// - Complexity: One query of the visible elements for each round, and one update for each
  ///   measured cell.
  public mutating func measureVisible(
    scrolledTo scroll: ScrollPosition,
    limit: Int = 8,
    measuring: Measuring
  ) -> Bool {
    var asked: Set<LayoutElementID> = []
    for _ in 0..<max(0, limit) {
      var isSettled = true
      for element in visibleElements(scrolledTo: scroll) {
        guard case .cell(let section, let item) = element.id, !isMeasured(item, section),
          asked.insert(element.id).inserted
        else { continue }
        isSettled = false
        let template = templates[sections.element(at: section).element.template]
        let answer = measure(item: item, section, template, measuring)
        if !answer.extent.isUnknown {
          setMeasuredSize(answer.extent, ofItem: item, inSection: section)
        }
      }
      if isSettled { return true }
    }
    return false
  }

  /// Returns the scroll offset that keeps an element at its position in the view.
  ///
  /// The element is a position, and it is the same one in both layouts: use the function after measuring, or for another width. After
  /// an insertion or a removal above the element, its position differs: add the difference of `frame(of:)` of its new
  /// position in this layout and of its old position in the old layout.
  ///
  /// - Parameter element: The element, for example the first visible element.
  /// - Returns: The offset in this layout; unchanged if the element is missing in either layout.
  /// - Complexity: As for two calls of ``frame(of:scrolledTo:)``.
  public func offset(
    holding element: LayoutElementID,
    from offset: Point,
    in old: SolvedLayout
  ) -> Point {
    guard let before = old.frame(of: element), let now = frame(of: element) else { return offset }
    return Point(x: offset.x + now.x - before.x, y: offset.y + now.y - before.y)
  }

  /// Returns whether all requested lengths of a cell are measured.
  private func isMeasured(_ item: Int, _ section: Int) -> Bool {
    let state = sections.element(at: section).element
    let template = templates[state.template]
    let leaf = template.group.leaves[item % template.capacity]
    guard leaf.isMeasured else { return true }
    guard case .measured(let groups) = state.stack else { return false }
    let answer = groups.leaves.element(at: item).element.extent
    return !(leaf.measuresWidth && answer.width.isNaN)
      && !(leaf.measuresHeight && answer.height.isNaN)
  }
}
