/// The way in which the length of a group depends on the measured sizes of its cells.
enum GroupShape {
  /// No cell is measured.
  case fixed
  /// A row or a column of cells, whose length is a sum or a maximum.
  case simple(SimpleShape)
  /// The length requires solving the group.
  case solved

  init(_ group: LayoutGroup, _ solved: SolvedGroup, stackAxis: Axis) {
    guard solved.leaves.contains(where: \.isMeasured) else {
      self = .fixed
      return
    }
    self = SimpleShape(group, solved, stackAxis).map { .simple($0) } ?? .solved
  }

  /// Whether any cell is measured.
  var isMeasured: Bool {
    if case .fixed = self { false } else { true }
  }
}

/// A group of estimated length that holds only cells with fixed spacing.
struct SimpleShape {
  struct Part {
    var before: Double
    /// The length of an unmeasured cell.
    var length: Double
    var after: Double
    var isAsked: Bool

    /// Returns the length of the cell for a measured length.
    func length(_ answer: Double) -> Double {
      isAsked && !answer.isNaN ? max(0, answer) : length
    }
  }

  var parts: [Part]
  /// Whether the cells are stacked along the stacking axis, so that their lengths add up.
  var isSum: Bool
  var spacing: Double

  init?(_ group: LayoutGroup, _ solved: SolvedGroup, _ stackAxis: Axis) {
    guard let axis = group.axis, case .estimated = group.size[stackAxis], solved.badges.isEmpty
    else { return nil }
    isSum = axis == stackAxis
    if case .equally = group.filling, isSum { return nil }
    spacing = group.interItemSpacing?.minimum ?? 0
    let edges = (group.edgeSpacing.before(stackAxis), group.edgeSpacing.after(stackAxis))
    guard spacing >= 0, edges.0?.minimum ?? 0 >= 0, edges.1?.minimum ?? 0 >= 0 else { return nil }
    parts = []
    for index in solved.leaves.indices {
      guard case .item(let item) = group.members[index % group.members.count],
        let part = Part(item, solved.leaves[index], stackAxis)
      else { return nil }
      parts.append(part)
    }
  }

  /// Returns the length of a full group for the measured length of each cell.
  func length(_ answer: (Int) -> Double) -> Double {
    var total = 0.0
    for index in parts.indices {
      let part = parts[index]
      let own = part.before + part.length(answer(index)) + part.after
      if isSum {
        total += own + (index > 0 ? spacing : 0)
      } else {
        total = max(total, own)
      }
    }
    return total
  }

  /// Returns the full group with its cells placed by their measured lengths.
  func placed(
    _ group: SolvedGroup,
    along axis: Axis,
    _ answer: (Int) -> Double
  ) -> SolvedGroup {
    var solved = group
    var cursor = 0.0
    for index in parts.indices {
      let part = parts[index]
      let own = part.length(answer(index))
      if isSum, index > 0 { cursor += spacing }
      solved.leaves[index].frame.set(axis, (isSum ? cursor : 0) + part.before, own)
      cursor += part.before + own + part.after
    }
    solved.size[axis] = length(answer)
    return solved
  }
}

extension SimpleShape.Part {
  fileprivate init?(_ item: LayoutItem, _ leaf: SolvedLeaf, _ axis: Axis) {
    let edges = (item.edgeSpacing.before(axis), item.edgeSpacing.after(axis))
    isAsked = item.size[axis].isMeasured
    if case .uniformAcrossSiblings = item.size[axis] { return nil }
    guard !item.size[axis.crossing].isMeasured, edges.0?.isFlexible != true,
      edges.1?.isFlexible != true, isAsked || item.contentInsets == .zero
    else { return nil }
    before = edges.0?.minimum ?? 0
    after = edges.1?.minimum ?? 0
    length = leaf.frame.length(axis)
    guard before >= 0, after >= 0 else { return nil }
  }
}
