/// A declared section, solved for one container: one group and the rules by which it is repeated.
struct SectionTemplate {
  let section: LayoutSection
  let grid: PixelGrid
  /// The axis along which the layout is scrolled.
  let scrollAxis: Axis
  /// The axis along which the groups follow each other.
  let stackAxis: Axis
  /// The size of the view.
  let container: Extent
  /// The section's insets, counted from the edges of the view.
  let insets: DirectionalInsets
  /// The insets that boundary items keep, counted from the edges of the view.
  let boundaryInsets: DirectionalInsets
  /// The box that fractions of a group's size are taken of.
  let box: Extent
  /// The whole group, nothing measured.
  let group: SolvedGroup
  /// The sizes of the boundary items, nothing measured.
  let boundarySizes: [Extent]
  /// How the length of a group follows from what its cells answer.
  let shape: GroupShape
  /// How far a group really reaches, nothing measured.
  private(set) var reach = SpanSummary()
  /// The room before, behind and between the groups on the stacking axis, in units.
  private(set) var edgeBefore = 0
  private(set) var edgeAfter = 0
  private(set) var groupSpacing = 0

  var isOrthogonal: Bool { scrollAxis != stackAxis }
  /// How many cells a whole group holds.
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
    // The last group may be trimmed to nothing: its own views are held to that end, too.
    var trimmed = SolvedGroup(size: group.size, badges: group.badges)
    trimmed.size[stackAxis] = 0
    holdBadges(of: &trimmed)
    let other = reach(of: trimmed)
    reach.reach(from: other.low, to: other.high)
    reach.reachAcross(from: other.lowAcross, to: other.highAcross)
  }

  /// Where the stack of groups begins on the stacking axis, within the section.
  var stackStart: Int { grid[stackAxis].units(insets.before(stackAxis)) }

  /// Where a group of some size begins across the stacking axis, within the section.
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

  /// The room that a group takes across the stacking axis, with the least room around it.
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
  /// The reference itself, or the fallback where it leaves the choice.
  func resolved(_ fallback: ContentInsetsReference) -> ContentInsetsReference {
    guard self == .automatic else { return self }
    return fallback == .automatic ? .safeArea : fallback
  }
}

extension DirectionalInsets {
  /// Adds the insets of a reference, but only across the axis of scrolling.
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
