/// The lengths of an orthogonal section's row.
public struct OrthogonalRow: Hashable, Sendable {
  /// The length of the whole row.
  public var rowLength: Double
  /// The length of the visible part.
  public var viewportLength: Double
  /// The largest offset.
  public var maxOffset: Double
}

extension SolvedLayout {
  /// Returns the lengths of an orthogonal section's row.
  ///
  /// - Precondition: The section is one of the layout's.
  /// - Returns: The lengths of the row, or `nil` if the section is not orthogonal.
  /// - Complexity: O(log *s*) where *s* is the number of sections.
  public func orthogonalRow(ofSection section: Int) -> OrthogonalRow? {
    let state = sections.element(at: section).element
    let template = templates[state.template]
    guard template.isOrthogonal else { return nil }
    let axis = template.stackAxis
    let row =
      template.hasCells(state.items)
      ? grid[axis].points(template.length(of: state.stack, items: state.items)) : 0
    let viewport = max(0, template.container[axis] - template.insets.sum(axis))
    return OrthogonalRow(
      rowLength: row,
      viewportLength: viewport,
      maxOffset: max(0, row - viewport)
    )
  }

  /// Returns the offset at which an orthogonal section's row stops.
  ///
  /// - Precondition: The section is one of the layout's.
  /// - Parameter requested: The offset requested by a gesture or a program.
  /// - Returns: The resting offset, or `nil` if the section is not orthogonal.
  /// - Complexity: O(log *s*), plus O(log *n*) if *n* cells of the section are measured.
  public func restingOffset(for requested: Double, inSection section: Int) -> Double? {
    guard let row = orthogonalRow(ofSection: section) else { return nil }
    let state = sections.element(at: section).element
    let template = templates[state.template]
    func clamped(_ offset: Double) -> Double { min(max(0, offset), row.maxOffset) }
    guard template.hasCells(state.items), requested.isFinite else { return 0 }
    switch template.section.orthogonalScrolling {
    case .none, .continuous:
      return clamped(requested)
    case .continuousGroupLeadingBoundary, .groupPaging:
      // An offset at or beyond the end rests at the end, even if another group's stop is nearer.
      guard requested < row.maxOffset else { return row.maxOffset }
      let stop = template.nearestStop(to: requested, in: state) { start, _ in start }
      return clamped(stop)
    case .paging:
      guard row.viewportLength > 0 else { return 0 }
      let offset = clamped(requested)
      let page = clamped((offset / row.viewportLength).rounded() * row.viewportLength)
      return row.maxOffset - offset < (page - offset).magnitude ? row.maxOffset : page
    case .groupPagingCentered:
      return template.nearestStop(to: requested, in: state) { start, length in
        start + (length - row.viewportLength) / 2
      }
    }
  }
}

extension SectionTemplate {
  /// Returns the nearest stop to an offset; the closure returns a group's stop for its start and
  /// length.
  fileprivate func nearestStop(
    to requested: Double,
    in state: SectionState,
    _ stop: (Double, Double) -> Double
  ) -> Double {
    let last = groupCount(for: state.items) - 1
    func stopOfGroup(_ index: Int) -> Double {
      let start = offset(ofGroup: index, in: state.stack) - edgeBefore
      return stop(grid[stackAxis].points(start), length(ofGroup: index, in: state))
    }
    // Stops increase, so the nearest is the first stop at or after the offset, or the one before
    // it.
    var (low, high) = (0, last)
    while low < high {
      let middle = (low + high) / 2
      if stopOfGroup(middle) < requested { low = middle + 1 } else { high = middle }
    }
    let behind = stopOfGroup(low)
    guard low > 0 else { return behind }
    let before = stopOfGroup(low - 1)
    return requested - before < behind - requested ? before : behind
  }

  fileprivate func length(ofGroup index: Int, in state: SectionState) -> Double {
    if case .alike = state.stack, leafCount(ofGroup: index, of: state.items) == capacity {
      return group.size[stackAxis]
    }
    return instance(index, of: state.stack, items: state.items).size[stackAxis]
  }
}
