extension SolvedLayout {
  /// Measures the cells in view until no other cell has come into view, or for so many rounds.
  ///
  /// Cells that are measured grow or shrink, and others come into view; each is asked once.
  ///
  /// - Parameters:
  ///   - scroll: How far the layout is scrolled.
  ///   - limit: The largest number of rounds.
  ///   - measuring: Answers how large a cell is.
  /// - Returns: Whether all cells in view have been asked.
  /// - Complexity: As for as many queries as there are rounds, and as many new sizes as cells.
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

  /// Finds the scroll offset that leaves an element where it is in the view.
  ///
  /// - Parameters:
  ///   - element: The element, for example the first one in view.
  ///   - offset: The offset in the layout as it was.
  ///   - old: The layout as it was.
  /// - Returns: The offset in this layout; the same one if the element is in neither.
  /// - Complexity: As for two frames.
  public func offset(
    holding element: LayoutElementID,
    from offset: Point,
    in old: SolvedLayout
  ) -> Point {
    guard let before = old.frame(of: element), let now = frame(of: element) else { return offset }
    return Point(x: offset.x + now.x - before.x, y: offset.y + now.y - before.y)
  }

  /// Whether a cell has answered all that it is asked.
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

extension Extent {
  /// Whether neither length is known.
  var isUnknown: Bool { width.isNaN && height.isNaN }
}
