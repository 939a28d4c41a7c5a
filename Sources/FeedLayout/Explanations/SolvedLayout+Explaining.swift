extension SolvedLayout {
  /// Returns a step-by-step explanation of a cell's frame: containers, spacings and rounding.
  ///
  /// - Complexity: As for ``frame(of:scrolledTo:)``, plus solving one group again.
  public func explanation(ofItem item: Int, inSection section: Int) -> String {
    guard sections.indices.contains(section) else {
      return "there is no section \(section): the layout has \(sections.count)"
    }
    let (state, offset) = sections.element(at: section)
    let template = templates[state.template]
    guard item >= 0, item < state.items else {
      return "there is no item \(section)/\(item): the section has \(state.items)"
    }
    guard template.capacity > 0 else {
      return "item \(section)/\(item) has no frame: the first member is longer than its group"
    }
    var text = Explanation()
    text.view(environment, description)
    text.section(section, template, state, start: points(boundary.startGrowth + offset))
    let (group, leaf) = item.quotientAndRemainder(dividingBy: template.capacity)
    explainStack(group, template, state, &text)
    explainGroup(group, leaf, template, state, &text)
    if let frame = frame(of: .cell(section: section, item: item)) {
      text.add("frame", "\(frame), positions on the nearest line of the grid")
    }
    return text.lines.joined(separator: "\n")
  }

  private func points(_ units: Int) -> Double { grid[scrollAxis].points(units) }

  private func explainStack(
    _ group: Int,
    _ template: SectionTemplate,
    _ state: SectionState,
    _ text: inout Explanation
  ) {
    let axis = template.stackAxis
    let place = grid[axis].points(template.offset(ofGroup: group, in: state.stack))
    let count = template.groupCount(for: state.items)
    var words = "group \(group) of \(count), \(decimal(place)) from the first"
    if template.section.interGroupSpacing != 0 {
      words += ", \(decimal(template.section.interGroupSpacing)) between groups"
    }
    let present = template.leafCount(ofGroup: group, of: state.items)
    if present < template.capacity {
      words += "; it holds \(present) of \(template.capacity) cells"
    }
    text.add("stack", words + (axis == .horizontal ? ", sideways" : ", downwards"))
  }

  private func explainGroup(
    _ index: Int,
    _ leaf: Int,
    _ template: SectionTemplate,
    _ state: SectionState,
    _ text: inout Explanation
  ) {
    let present = template.leafCount(ofGroup: index, of: state.items)
    var solver = GroupSolver(grid: grid)
    var settled = GroupSolver.Settled()
    if case .measured(let groups) = state.stack {
      solver.measured = template.sizes(ofGroup: index, present, in: groups.leaves)
      solver.present = present
      if template.sharesLength {
        let shared = groups.groups.summary.longest
        settled[template.stackAxis] = grid[template.stackAxis].points(shared)
      }
    }
    text.add("box", "\(template.box), to which fractions of the group refer")
    var explainer = GroupExplainer(solver: solver, text: text)
    explainer.explain(template.section.group, in: template.box, settled: settled, leaf: leaf)
    text = explainer.text
    text.depth = 0
  }
}

/// The lines of an explanation, each with a subject and a description.
struct Explanation {
  private(set) var lines: [String] = []
  var depth = 0

  mutating func add(_ subject: String, _ words: String) {
    let indented = String(repeating: "  ", count: depth) + subject
    let padding = String(repeating: " ", count: max(1, 14 - indented.count))
    lines.append(indented + padding + words)
  }

  mutating func view(_ environment: LayoutEnvironment, _ layout: LayoutDescription) {
    let grid = environment.pixelGrid
    let scale =
      grid.horizontalScale == grid.verticalScale
      ? decimal(grid.horizontalScale)
      : "\(decimal(grid.horizontalScale)) × \(decimal(grid.verticalScale))"
    let direction = layout.scrollDirection == .horizontal ? "sideways" : "down"
    let mirrored = layout.direction == .rightToLeft ? ", mirrored" : ""
    add(
      "view",
      "\(environment.containerSize), grid of scale \(scale), scrolled \(direction)\(mirrored)"
    )
  }

  mutating func section(
    _ index: Int,
    _ template: SectionTemplate,
    _ state: SectionState,
    start: Double
  ) {
    let insets = template.insets
    let axis = template.scrollAxis
    var words = "starts at \(decimal(start))"
    if insets != .zero {
      let edges = [insets.top, insets.leading, insets.bottom, insets.trailing]
      words += ", insets \(edges.map(decimal).joined(separator: " "))"
    }
    let growth = template.grid[axis].points(state.boundary.startGrowth)
    if growth != 0 { words += ", boundary items before it take \(decimal(growth))" }
    if template.isOrthogonal { words += ", \(template.section.orthogonalScrolling.rawValue)" }
    add("section \(index)", words)
  }
}
