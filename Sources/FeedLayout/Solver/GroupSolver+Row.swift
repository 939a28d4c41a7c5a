extension GroupSolver {
  /// The solved members of one group, before they are placed.
  struct Row {
    struct Member {
      var member: LayoutMember
      var solved: SolvedGroup
      var isPresent: Bool
      var firstLeaf: Int
    }

    let axis: Axis
    let inner: Extent
    let spacing: LayoutSpacing?
    var members: [Member] = []
    /// Whether the group's length follows from its members, along the axis and across it.
    var growsAlong = false
    var growsAcross = false

    init(axis: Axis, inner: Extent, spacing: LayoutSpacing?) {
      self.axis = axis
      self.inner = inner
      self.spacing = spacing
    }

    mutating func append(
      _ member: LayoutMember,
      solved: SolvedGroup,
      isPresent: Bool,
      firstLeaf: Int
    ) {
      members.append(
        Member(member: member, solved: solved, isPresent: isPresent, firstLeaf: firstLeaf)
      )
    }

    /// Returns the length of one member on an axis, including the minimum spacing around it.
    private func room(_ member: Member, _ axis: Axis) -> Double {
      let edges = member.member.edgeSpacing
      return (edges.before(axis)?.minimum ?? 0) + member.solved.size[axis]
        + (edges.after(axis)?.minimum ?? 0)
    }

    /// Returns the lengths of the box inside the group, grown to the members where they decide.
    func lengths() -> (along: Double, across: Double) {
      var (along, across) = (inner[axis], inner[axis.crossing])
      let present = members.lazy.filter(\.isPresent)
      if growsAlong {
        along = present.reduce(0) { $0 + room($1, axis) }
        along += Double(max(0, members.filter(\.isPresent).count - 1)) * (spacing?.minimum ?? 0)
      }
      if growsAcross { across = present.reduce(0) { max($0, room($1, axis.crossing)) } }
      return (along, across)
    }

    /// Returns the origin of each member; flexible spacings share the free space equally.
    func origins(_ lengths: (along: Double, across: Double)) -> [Point] {
      let gap = spacing?.minimum ?? 0
      let taken =
        members.reduce(0) { $0 + room($1, axis) } + Double(max(0, members.count - 1)) * gap
      var flexible = spacing?.isFlexible == true ? max(0, members.count - 1) : 0
      for member in members { flexible += Self.flexibleEdges(member.member, axis) }
      let share =
        flexible > 0 && !growsAlong ? (lengths.along - taken) / Double(flexible) : 0

      var cursor = 0.0
      return members.map { member in
        let edges = member.member.edgeSpacing
        cursor += Self.length(edges.before(axis), share: share)
        var origin = Point()
        origin[axis] = cursor
        let across = axis.crossing
        let acrossFlexible = Self.flexibleEdges(member.member, across)
        let acrossShare =
          acrossFlexible > 0
          ? (lengths.across - room(member, across)) / Double(acrossFlexible) : 0
        origin[across] = Self.length(edges.before(across), share: acrossShare)
        cursor += member.solved.size[axis]
        cursor += Self.length(edges.after(axis), share: share)
        cursor += Self.length(spacing, share: share)
        return origin
      }
    }

    static func flexibleEdges(_ member: LayoutMember, _ axis: Axis) -> Int {
      (member.edgeSpacing.before(axis)?.isFlexible == true ? 1 : 0)
        + (member.edgeSpacing.after(axis)?.isFlexible == true ? 1 : 0)
    }

    static func length(_ spacing: LayoutSpacing?, share: Double) -> Double {
      guard let spacing else { return 0 }
      return spacing.minimum + (spacing.isFlexible ? share : 0)
    }
  }
}
