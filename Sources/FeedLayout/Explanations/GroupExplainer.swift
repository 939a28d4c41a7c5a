/// An explainer that follows one cell through a group and its nested groups.
struct GroupExplainer {
  let solver: GroupSolver
  var text: Explanation

  mutating func explain(
    _ group: LayoutGroup,
    in box: Extent,
    settled: GroupSolver.Settled,
    leaf: Int,
    firstLeaf: Int = 0
  ) {
    let outer = solver.outerSize(of: group.size, in: box, settled: settled)
    let solved = solver.solve(group, in: box, settled: settled, firstLeaf: firstLeaf)
    text.add(
      group.kindName,
      sizeWords(group.size, in: box, is: solved.size, settled: settled)
    )
    guard let axis = group.axis else {
      return text.add("place", "\(solved.leaves[leaf - firstLeaf].frame), as declared")
    }
    let insets = GroupSolver.insets(group, size: outer)
    let inner = Extent(
      width: max(0, outer.width - insets.sum(.horizontal)),
      height: max(0, outer.height - insets.sum(.vertical))
    )
    let packing = solver.packing(of: group, along: axis, inner: inner, settled: settled)
    explainPacking(group, packing, along: axis, inner: inner, insets: insets)
    explainMember(group, solved, packing, along: axis, leaf: leaf, firstLeaf: firstLeaf)
  }

  private mutating func explainPacking(
    _ group: LayoutGroup,
    _ packing: Packing,
    along axis: Axis,
    inner: Extent,
    insets: DirectionalInsets
  ) {
    var words = "\(packing.count) in \(decimal(inner[axis]))"
    if insets != .zero { words += " inside its insets" }
    if let spacing = group.interItemSpacing { words += ", gaps of \(spacing)" }
    if packing.box[axis] != inner[axis] {
      words += "; fractions are of the \(decimal(packing.box[axis])) that the gaps leave"
    }
    if let equal = packing.equalLength { words += "; an equal share is \(decimal(equal))" }
    text.add("members", words)
  }

  private mutating func explainMember(
    _ group: LayoutGroup,
    _ solved: SolvedGroup,
    _ packing: Packing,
    along axis: Axis,
    leaf: Int,
    firstLeaf: Int
  ) {
    var first = firstLeaf
    for index in 0..<packing.count {
      let member = group.members[index % group.members.count]
      let own = solver.solve(
        member,
        packing: packing,
        along: axis,
        settled: GroupSolver.Settled(),
        firstLeaf: first
      )
      guard leaf < first + own.leaves.count else {
        first += own.leaves.count
        continue
      }
      let frame = solved.leaves[leaf - firstLeaf].frame
      var settled = GroupSolver.Settled()
      settled[axis] = packing.equalLength
      text.depth += 1
      switch member {
      case .item(let item):
        text.add(
          "item \(index)",
          sizeWords(item.size, in: packing.box, is: own.size, settled: settled)
        )
        text.add("place", "\(frame) in the group" + roomWords(item))
      case .group(let nested):
        text.add(
          "member \(index)",
          "a group; the cell is at \(frame.x == 0 && frame.y == 0 ? "its corner" : "(\(decimal(frame.x)), \(decimal(frame.y)))") in the outer group"
        )
        explain(nested, in: packing.box, settled: settled, leaf: leaf, firstLeaf: first)
      }
      return
    }
  }

  /// Returns an explanation of the steps from a declared to a solved size.
  private func sizeWords(
    _ size: LayoutSize,
    in box: Extent,
    is solved: Extent,
    settled: GroupSolver.Settled
  ) -> String {
    Axis.allCases.map { axis in
      let dimension = size[axis]
      let written = dimension.shorthand(axis: axis)
      var words = "\(axis.lengthName) \(written)"
      if settled[axis] != nil {
        words += ", shared: \(decimal(solved[axis]))"
      } else if let fractionAxis = dimension.fractionAxis {
        let whole = dimension.fraction * box[fractionAxis]
        words += " of \(decimal(box[fractionAxis])) is \(decimal(whole))"
        if (whole - solved[axis]).magnitude > 0.0001 {
          words += ", rounded down to \(decimal(solved[axis]))"
        }
      } else if dimension.isMeasured {
        words += " is \(decimal(solved[axis]))"
      }
      return words
    }.joined(separator: "; ")
  }

  private func roomWords(_ item: LayoutItem) -> String {
    (item.edgeSpacing == .none ? "" : ", with room around it")
      + (item.contentInsets == .zero ? "" : ", less its insets")
  }
}
