/// How the length of a group follows from what its cells answer, without solving it.
enum GroupShape {
  /// No cell is asked.
  case fixed
  /// The sum of the cells' lengths and a constant; cells that are not asked are in the constant.
  case sum(constant: Double, asked: [Bool])
  /// The largest of the cells' lengths, each with the room around it.
  case largest([(before: Double, length: Double, after: Double, isAsked: Bool)])
  /// Found only by solving the group.
  case solved

  init(_ group: LayoutGroup, _ solved: SolvedGroup, stackAxis: Axis) {
    guard solved.leaves.contains(where: \.isMeasured) else {
      self = .fixed
      return
    }
    self = Self.simple(group, solved, stackAxis) ?? .solved
  }

  /// Whether cells are asked for their size.
  var isMeasured: Bool {
    if case .fixed = self { false } else { true }
  }

  private static func simple(
    _ group: LayoutGroup,
    _ solved: SolvedGroup,
    _ stackAxis: Axis
  ) -> GroupShape? {
    guard let axis = group.axis, case .estimated = group.size[stackAxis], solved.badges.isEmpty,
      axis == stackAxis || !isFlexible(group.interItemSpacing)
    else { return nil }
    if case .equally = group.filling, axis == stackAxis { return nil }
    var parts: [(before: Double, length: Double, after: Double, isAsked: Bool)] = []
    for index in solved.leaves.indices {
      guard case .item(let item) = group.members[index % group.members.count],
        !item.size[stackAxis.crossing].isMeasured,
        !isFlexible(item.edgeSpacing.before(stackAxis)),
        !isFlexible(item.edgeSpacing.after(stackAxis))
      else { return nil }
      if case .uniformAcrossSiblings = item.size[stackAxis] { return nil }
      let isAsked = item.size[stackAxis].isMeasured
      if !isAsked, item.contentInsets != .zero { return nil }
      let before = item.edgeSpacing.before(stackAxis)?.minimum ?? 0
      let after = item.edgeSpacing.after(stackAxis)?.minimum ?? 0
      guard before >= 0, after >= 0 else { return nil }
      parts.append((before, solved.leaves[index].frame.length(stackAxis), after, isAsked))
    }
    guard axis == stackAxis else { return .largest(parts) }
    let spacing = group.interItemSpacing?.minimum ?? 0
    guard spacing >= 0 else { return nil }
    let constant = parts.reduce(Double(max(0, parts.count - 1)) * spacing) {
      $0 + $1.before + $1.after + ($1.isAsked ? 0 : $1.length)
    }
    return .sum(constant: constant, asked: parts.map(\.isAsked))
  }

  private static func isFlexible(_ spacing: LayoutSpacing?) -> Bool { spacing?.isFlexible == true }
}
