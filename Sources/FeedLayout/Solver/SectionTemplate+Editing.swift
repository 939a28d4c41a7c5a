extension SectionTemplate {
  /// Inserts answers of new cells.
  func insert(
    _ sizes: [LeafSize],
    at item: Int,
    _ before: SectionState.Before,
    into state: inout SectionState
  ) {
    guard !sizes.isEmpty else { return }
    guard var groups = takeMeasured(&state, items: before.items) else { return }
    for (index, size) in sizes.enumerated() { groups.leaves.insert(size, at: item + index) }
    if capacity == 1 {
      for (index, size) in sizes.enumerated() {
        groups.groups.insert(entry([size.extent]), at: item + index)
      }
    } else {
      restack(&groups, from: item)
    }
    state.stack = .measured(groups)
  }

  /// Removes the answers of cells that are no more.
  func remove(_ items: Range<Int>, from state: inout SectionState) {
    guard !items.isEmpty, case .measured(var groups) = state.stack else { return }
    state.stack = .alike(AlikeGroups(count: 0, pitch: 0, last: 0))  // the trees stay unshared
    for _ in items { groups.leaves.remove(at: items.lowerBound) }
    if capacity == 1 {
      for _ in items { groups.groups.remove(at: items.lowerBound) }
    } else {
      restack(&groups, from: items.lowerBound)
    }
    state.stack = .measured(groups)
  }

  /// Takes another answer of one cell.
  func replace(_ item: Int, with size: LeafSize, in state: inout SectionState) {
    guard var groups = takeMeasured(&state, items: state.items) else { return }
    groups.leaves.update(at: item) { $0 = size }
    let index = item / capacity
    let present = leafCount(ofGroup: index, of: groups.leaves.count)
    let entry = entry(sizes(ofGroup: index, present, in: groups.leaves))
    groups.groups.update(at: index) { $0 = entry }
    state.stack = .measured(groups)
  }

  /// Takes the trees out of a state so that they are changed in place; makes them if nothing was
  /// measured before.
  private func takeMeasured(_ state: inout SectionState, items: Int) -> MeasuredGroups? {
    defer { state.stack = .alike(AlikeGroups(count: 0, pitch: 0, last: 0)) }
    if case .measured(let groups) = state.stack { return groups }
    let unknown = Array(repeating: LeafSize.unknown, count: items)
    guard case .measured(let groups) = measuredStack(unknown) else { return nil }
    return groups
  }

  /// Stacks all groups again from the one that holds a cell: cells behind it have changed places.
  private func restack(_ groups: inout MeasuredGroups, from item: Int) {
    let first = item / capacity
    var kept: [GroupEntry] = []
    kept.reserveCapacity(groupCount(for: groups.leaves.count))
    groups.groups.forEach(in: 0..<min(first, groups.groups.count)) { kept.append($0) }
    var sizes: [LeafSize] = []
    groups.leaves.forEach(in: first * capacity..<groups.leaves.count) { sizes.append($0) }
    groups.groups = CountedTree(kept + entries(sizes))
  }
}
