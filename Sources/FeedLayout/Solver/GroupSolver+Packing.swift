/// The number of members of a group, and the box to which fractions of their sizes refer.
struct Packing {
  var count: Int
  var box: Extent
  /// The length of every member along the axis, if all members share the group's length equally.
  var equalLength: Double?
}

extension GroupSolver {
  /// The length by which a sum of rounded lengths may exceed the available length.
  private static let tolerance = 1e-6
  /// The largest number of members that is searched linearly.
  private static let fewMembers = 64
  /// The number of members above which members are treated as having no length.
  private static let mostMembers = 1 << 14

  /// Returns the number of members that a group holds, and their box.
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

  /// Returns the largest number of members that fit, sized in the length that the gaps leave.
  private func fullest(
    _ members: [LayoutMember],
    _ axis: Axis,
    _ inner: Extent,
    _ spacing: Double
  ) -> Packing {
    let whole = inner[axis] + Self.tolerance
    var packing: Packing
    if members.contains(where: { $0.size[axis.crossing].fractionAxis == axis }) {
      // Resolve cross lengths that are fractions of the length along the axis first, without gaps;
      // then count the members that fit.
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
      packing.count = 1  // it fits without the spacing around it
    }
    return packing
  }

  /// Returns the lengths of all members in a box, including the minimum spacing around them.
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

  /// Returns the length of one unmeasured member.
  private func length(of member: LayoutMember, _ axis: Axis, _ box: Extent) -> Double {
    if case .group(let group) = member, group.size[axis].isMeasured {
      return GroupSolver(grid: grid).solve(group, in: box).size[axis]
    }
    return length(member.size[axis], in: box, along: axis)
  }

  /// Returns the length of the given number of members; the list repeats as needed.
  private func total(_ lengths: [Double], _ count: Int, _ spacing: Double) -> Double {
    let (rounds, rest) = count.quotientAndRemainder(dividingBy: lengths.count)
    return lengths.reduce(0, +) * Double(rounds) + lengths.prefix(rest).reduce(0, +)
      + Double(max(0, count - 1)) * spacing
  }

  /// Returns the largest number that fits, or `nil` if any number fits.
  ///
  /// If a number does not fit, no larger number may fit. Lengths rounded down to zero may violate
  /// this condition, so small numbers are tried one by one.
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
