extension Linter {
  mutating func visit(_ group: LayoutGroup, path: [String]) {
    visitFractions(group.size, path: path)
    visitInsets(group.contentInsets, size: group.size, path: path)
    visit(group.supplementaries, path: path)
    visitLengths(group, path: path)
    for (index, member) in group.members.enumerated() {
      let path = path + ["items", "\(index)"]
      switch member {
      case .group(let nested): visit(nested, path: path)
      case .item(let item):
        visitFractions(item.size, path: path)
        visitInsets(item.contentInsets, size: item.size, path: path)
        visit(item.supplementaries, path: path)
      }
    }
  }

  private mutating func visitInsets(
    _ insets: DirectionalInsets,
    size: LayoutSize,
    path: [String]
  ) {
    for axis in Axis.allCases
    where size[axis].isMeasured && (insets.before(axis) != 0 || insets.after(axis) != 0) {
      note(
        .ignoredInsets,
        "insets on an axis of estimated length are ignored",
        hint: "use edge spacing instead",
        path: path + ["contentInsets"]
      )
    }
  }

  private mutating func visit(_ items: [SupplementaryItem], path: [String]) {
    for (index, item) in items.enumerated() {
      let path = path + ["supplementary", "\(index)"]
      visitFractions(item.size, path: path)
      let anchors = [
        (item.containerAnchor, "containerAnchor"),
        (item.itemAnchor ?? LayoutAnchor(), "itemAnchor"),
      ]
      for (anchor, name) in anchors where anchor.edges.cancel {
        note(
          .oppositeEdges,
          "opposite edges cancel out to the centre",
          hint: "name only one of them",
          path: path + [name, "edges"]
        )
      }
    }
  }

  private mutating func visitLengths(_ group: LayoutGroup, path: [String]) {
    guard let first = group.members.first else { return }
    for axis in Axis.allCases {
      let length = group.size[axis]
      if length.isMeasured {
        guard group.members.allSatisfy({ $0.size[axis].fractionAxis == axis }) else { continue }
        note(
          .neverMeasured,
          "items with a fraction of an estimated length are never measured",
          hint: "give the items an estimated \(axis.lengthName), too",
          path: path + ["size", axis.lengthName]
        )
      } else {
        for (index, member) in group.members.enumerated() {
          guard case .uniformAcrossSiblings = member.size[axis] else { continue }
          note(
            .uniformInFixed,
            "siblings share a length only in a group of estimated \(axis.lengthName)",
            hint: "give the group an estimated \(axis.lengthName)",
            path: path + ["items", "\(index)", "size", axis.lengthName]
          )
        }
      }
    }
    guard case .untilFull = group.filling, let axis = group.axis, !group.size[axis].isMeasured,
      let excess = excess(of: first.size[axis], in: group, along: axis)
    else { return }
    note(
      .tooLong,
      "the first item is \(excess): the group is empty",
      hint: "make the item shorter or the group longer",
      path: path + ["items", "0", "size", axis.lengthName]
    )
  }

  /// Returns a description of an item that is longer than its group, if this does not depend on a
  /// view.
  private func excess(
    of length: LayoutDimension,
    in group: LayoutGroup,
    along axis: Axis
  ) -> String? {
    if length.fractionAxis == axis {
      switch length {
      case .fractionalWidth(let fraction), .fractionalHeight(let fraction):
        return fraction > 1 ? "\(decimal(fraction * 100))% of its group" : nil
      default: return nil
      }
    }
    guard case .absolute(let whole) = group.size[axis] else { return nil }
    let insets = GroupSolver.resolved(
      group.contentInsets,
      of: Extent(axis, along: whole, across: 0)
    )
    let inner = max(0, whole - insets.sum(axis))
    switch length {
    case .absolute(let points), .estimated(let points), .uniformAcrossSiblings(let points):
      return points > inner
        ? "\(decimal(points)) points long and its group \(decimal(inner))" : nil
    case .fractionalWidth, .fractionalHeight: return nil
    }
  }
}

extension DirectionalEdges {
  /// Whether the set contains two opposite edges.
  fileprivate var cancel: Bool {
    isSuperset(of: [.top, .bottom]) || isSuperset(of: [.leading, .trailing])
  }
}
