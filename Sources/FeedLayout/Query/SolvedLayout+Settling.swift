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
