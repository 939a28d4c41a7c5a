extension SolvedLayout {
  /// Returns the frame of an element.
  ///
  /// - Returns: The frame in the coordinates of the content, or `nil` if the element does not
  ///   exist.
  /// - Complexity: O(log *s*) where *s* is the number of sections, for an element of fixed size;
  ///   plus O(log *n*) if *n* cells of the section are measured.
  public func frame(
    of element: LayoutElementID,
    scrolledTo scroll: ScrollPosition = ScrollPosition()
  ) -> Frame? {
    switch element {
    case .cell(let section, let item):
      return cellFrame(section, item, scroll)
    case .decoration(_, let section, _):
      guard sections.indices.contains(section) else { return nil }
      let (state, offset) = sections.element(at: section)
      var found: Frame?
      decorations(of: state, at: section, start: boundary.startGrowth + offset) {
        if $0.id == element { found = $0.frame }
      }
      return found
    case .layoutSupplementary:
      var found: Frame?
      layoutBoundaryItems(scroll) { if $0.id == element { found = $0.frame } }
      return found
    case .supplementary(let kind, let section, let index):
      guard sections.indices.contains(section), index >= 0 else { return nil }
      return supplementaryFrame(kind, section, index, scroll)
    }
  }

  /// Returns the frame of a section, including its insets and boundary items.
  ///
  /// - Precondition: The section is one of the layout's.
  /// - Complexity: O(log *s*) where *s* is the number of sections.
  public func frame(ofSection section: Int) -> Frame {
    let (state, offset) = sections.element(at: section)
    var origin = UnitPoint()
    origin[scrollAxis] = boundary.startGrowth + offset
    return frame(at: origin, size: sectionSize(state))
  }

  func sectionSize(_ state: SectionState) -> Extent {
    Extent(
      scrollAxis,
      along: grid[scrollAxis].points(state.length),
      across: environment.containerSize[scrollAxis.crossing]
    )
  }

  private func cellFrame(_ section: Int, _ item: Int, _ scroll: ScrollPosition) -> Frame? {
    guard sections.indices.contains(section), item >= 0 else { return nil }
    let (state, offset) = sections.element(at: section)
    let template = templates[state.template]
    guard item < state.items, template.capacity > 0 else { return nil }
    let (group, leaf) = item.quotientAndRemainder(dividingBy: template.capacity)
    let start = boundary.startGrowth + offset
    if case .alike = state.stack {
      let origin = groupOrigin(
        group,
        size: template.group.size,
        of: state,
        start: start,
        scrolled: scroll[section]
      )
      return frame(template.group.leaves[leaf].frame, from: origin)
    }
    let solved = template.instance(group, of: state.stack, items: state.items)
    let origin = groupOrigin(
      group,
      size: solved.size,
      of: state,
      start: start,
      scrolled: scroll[section]
    )
    return frame(solved.leaves[leaf].frame, from: origin)
  }

  private func supplementaryFrame(
    _ kind: String,
    _ section: Int,
    _ index: Int,
    _ scroll: ScrollPosition
  ) -> Frame? {
    let (state, offset) = sections.element(at: section)
    let template = templates[state.template]
    let start = boundary.startGrowth + offset
    let boundaryCount = template.section.boundaryItems.count { $0.kind == kind }
    if index < boundaryCount {
      var found: Frame?
      boundaryItems(of: state, at: section, start: start, scroll) {
        if $0.id == .supplementary(kind: kind, section: section, index: index) { found = $0.frame }
      }
      return found
    }
    let perGroup = template.group.badges.count { $0.item.kind == kind }
    guard perGroup > 0, template.hasCells(state.items) else { return nil }
    let (group, place) = (index - boundaryCount).quotientAndRemainder(dividingBy: perGroup)
    guard group < template.groupCount(for: state.items) else { return nil }
    let solved = template.instance(group, of: state.stack, items: state.items)
    let badges = solved.badges.filter { $0.item.kind == kind }
    guard place < badges.count else { return nil }
    let origin = groupOrigin(
      group,
      size: solved.size,
      of: state,
      start: start,
      scrolled: scroll[section]
    )
    return frame(badges[place].frame, from: origin)
  }

  /// Returns the origin of a group, in units, before mirroring.
  func groupOrigin(
    _ index: Int,
    size: Extent,
    of state: SectionState,
    start: Int,
    scrolled: Double
  ) -> UnitPoint {
    let template = templates[state.template]
    let offset = template.offset(ofGroup: index, in: state.stack)
    let cross = template.crossStart(of: size)
    var origin = UnitPoint()
    if template.isOrthogonal {
      let (stack, scroll) = (template.stackAxis, scrollAxis)
      origin[stack] = template.stackStart + offset - grid[stack].units(scrolled)
      origin[scroll] = start + state.boundary.startGrowth + cross
    } else {
      origin[scrollAxis] = start + template.contentStart(state) + offset
      origin[scrollAxis.crossing] = cross
    }
    return origin
  }

  /// Converts a frame in a group to the coordinates of the content.
  func frame(_ local: Frame, from origin: UnitPoint) -> Frame {
    var corner = origin
    corner.x += grid[.horizontal].units(local.x)
    corner.y += grid[.vertical].units(local.y)
    return frame(at: corner, size: local.size)
  }

  /// Returns a frame aligned to the grid, mirrored for right-to-left layouts.
  func frame(at origin: UnitPoint, size: Extent) -> Frame {
    let (across, down) = (grid[.horizontal], grid[.vertical])
    var x = origin.x
    if description.direction == .rightToLeft { x = mirrorWidth - x - across.units(size.width) }
    return Frame(
      x: across.snapped(x),
      y: down.snapped(origin.y),
      width: size.width,
      height: size.height
    )
  }

  /// The width for mirroring, in units.
  var mirrorWidth: Int {
    scrollAxis == .horizontal
      ? boundary.length : grid[.horizontal].units(environment.containerSize.width)
  }
}
