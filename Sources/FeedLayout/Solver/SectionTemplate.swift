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

extension ContentInsetsReference {
  /// Returns the reference, or the fallback if the reference is automatic.
  func resolved(_ fallback: ContentInsetsReference) -> ContentInsetsReference {
    guard self == .automatic else { return self }
    return fallback == .automatic ? .safeArea : fallback
  }
}

extension DirectionalInsets {
  /// Returns the sum with the insets of a reference across the scroll axis.
  func adding(_ other: DirectionalInsets, across axis: Axis) -> DirectionalInsets {
    var insets = self
    if axis == .vertical {
      insets.leading += other.leading
      insets.trailing += other.trailing
    } else {
      insets.top += other.top
      insets.bottom += other.bottom
    }
    return insets
  }
}
