/// How many members a group holds, and the box that fractions of their sizes are taken of.
struct Packing {
  var count: Int
  var box: Extent
  /// The length of every member along the axis, where the group is shared out equally.
  var equalLength: Double?
}

extension GroupSolver {
  /// A hair more than nothing: sums of rounded lengths may exceed a length by so much and still fit.
  private static let tolerance = 1e-6
  /// Up to this number, members are counted one by one.
  private static let fewMembers = 64
  /// More members than this are taken for members without length.
  private static let mostMembers = 1 << 14

  /// Finds out how many members a group holds.
  func packing(
    of group: LayoutGroup,
    along axis: Axis,
    inner: Extent,
    settled: Settled
  ) -> Packing {
    guard !group.members.isEmpty else { return Packing(count: 0, box: inner) }
    let spacing = group.interItemSpacing?.minimum ?? 0
    switch group.filling {
    case .equally(let count):
      let count = max(0, count)
      let box = reduced(inner, axis, gaps: count - 1, spacing)
      return Packing(
        count: count,
        box: box,
        equalLength: grid[axis].floor(box[axis] / Double(max(1, count)))
      )
    case .repeating(let count):
      return Packing(
        count: max(0, count),
        box: reduced(inner, axis, gaps: count - 1, spacing)
      )
    case .untilFull:
      if group.size[axis].isMeasured, settled[axis] == nil {
        let count = group.members.count
        return Packing(count: count, box: reduced(inner, axis, gaps: count - 1, spacing))
      }
      return fullest(group.members, axis, inner, spacing)
    }
  }

  private func reduced(
    _ inner: Extent,
    _ axis: Axis,
    gaps: Int,
    _ spacing: Double
  ) -> Extent {
    var box = inner
    box[axis] = max(0, inner[axis] - Double(max(0, gaps)) * spacing)
    return box
  }

  /// The largest number of members that fit, each sized in the length that the gaps leave.
  private func fullest(
    _ members: [LayoutMember],
    _ axis: Axis,
    _ inner: Extent,
    _ spacing: Double
  ) -> Packing {
    let whole = inner[axis] + Self.tolerance
    var packing: Packing
    if members.contains(where: { $0.size[axis.crossing].fractionAxis == axis }) {
      // A length across that is a fraction of the length along is settled first, as if there were
      // no gaps; then as many are taken as fit.
      let lengths = memberLengths(members, axis, inner)
      let first = largest { total(lengths, $0, 0) <= whole }
      let box = reduced(inner, axis, gaps: (first ?? members.count) - 1, spacing)
      let settled = memberLengths(members, axis, box)
      let count = largest { total(settled, $0, spacing) <= whole }
      packing = Packing(count: count ?? members.count, box: box)
    } else {
      let count = largest { count in
        let box = reduced(inner, axis, gaps: count - 1, spacing)
        return total(memberLengths(members, axis, box), count, spacing) <= whole
      }
      packing = Packing(count: count ?? members.count, box: inner)
      packing.box = reduced(inner, axis, gaps: packing.count - 1, spacing)
    }
    if packing.count == 0, length(of: members[0], axis, inner) <= whole {
      packing.count = 1  // it fits but for the room around it
    }
    return packing
  }

  /// The lengths of all members in a box, with the least room around them.
  private func memberLengths(
    _ members: [LayoutMember],
    _ axis: Axis,
    _ box: Extent
  ) -> [Double] {
    members.map { member in
      length(of: member, axis, box) + (member.edgeSpacing.before(axis)?.minimum ?? 0)
        + (member.edgeSpacing.after(axis)?.minimum ?? 0)
    }
  }

  /// The length of one member before anything is measured.
  private func length(of member: LayoutMember, _ axis: Axis, _ box: Extent) -> Double {
    if case .group(let group) = member, group.size[axis].isMeasured {
      return GroupSolver(grid: grid).solve(group, in: box).size[axis]
    }
    return length(member.size[axis], in: box, along: axis)
  }

  /// The length of so many members, the list repeated as often as it takes.
  private func total(_ lengths: [Double], _ count: Int, _ spacing: Double) -> Double {
    let (rounds, rest) = count.quotientAndRemainder(dividingBy: lengths.count)
    return lengths.reduce(0, +) * Double(rounds) + lengths.prefix(rest).reduce(0, +)
      + Double(max(0, count - 1)) * spacing
  }

  /// The largest number that fits, given that no number fits once a smaller one does not.
  ///
  /// Lengths that are rounded down to nothing may break that rule, so that small numbers, where it
  /// matters, are tried one by one.
  private func largest(_ fits: (Int) -> Bool) -> Int? {
    for count in 1...Self.fewMembers where !fits(count) { return count - 1 }
    var low = Self.fewMembers
    var high = low * 2
    while fits(high) {
      (low, high) = (high, high * 2)
      if high > Self.mostMembers { return nil }
    }
    while high - low > 1 {
      let middle = (low + high) / 2
      if fits(middle) { low = middle } else { high = middle }
    }
    return low
  }
}
