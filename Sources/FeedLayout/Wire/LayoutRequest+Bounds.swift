extension LayoutRequest {
  /// The most items that are laid out one by one.
  static let mostItems = 1_000_000
  /// The most cells of one group.
  static let mostCells = 100_000

  /// Checks that all frames can be listed, or all cells measured.
  ///
  /// - Throws: ``LayoutError`` with code ``LayoutError/Code/tooLarge``.
  func checkItems() throws(LayoutError) {
    let count = itemCounts.reduce(0, +)
    guard count > Self.mostItems else { return }
    throw LayoutError(
      .tooLarge,
      "the sections have \(count) items, and at most \(Self.mostItems) frames can be listed",
      hint: "ask for fewer items",
      path: ["itemCounts"]
    )
  }

  /// Checks that nested groups do not have more cells than can be solved.
  ///
  /// - Throws: ``LayoutError`` with code ``LayoutError/Code/tooLarge``.
  func checkGroups() throws(LayoutError) {
    for (index, section) in layout.sections.enumerated()
    where section.group.declaredCells > Self.mostCells {
      throw LayoutError(
        .tooLarge,
        "the group has more than \(Self.mostCells) cells",
        hint: "groups repeat by themselves; lower the counts of the groups within each other",
        path: ["layout", "sections", "\(index)", "group"]
      )
    }
  }
}

extension LayoutGroup {
  /// The cells of the group as far as its declaration counts them.
  fileprivate var declaredCells: Int {
    if case .custom(let places) = arrangement { return places.count }
    let cells = members.map { member in
      if case .group(let group) = member { group.declaredCells } else { 1 }
    }
    switch filling {
    case .untilFull: return cells.reduce(0) { Self.bounded($0.addingReportingOverflow($1)) }
    case .equally(let count), .repeating(let count):
      return Self.bounded((cells.max() ?? 0).multipliedReportingOverflow(by: count))
    }
  }

  private static func bounded(_ result: (partialValue: Int, overflow: Bool)) -> Int {
    result.overflow ? .max : result.partialValue
  }
}
