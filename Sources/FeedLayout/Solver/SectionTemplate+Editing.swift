extension SectionTemplate {
  /// Whether all cells of a group have the same size and measure the same axes.
  var hasEqualPlaces: Bool {
    group.leaves.allSatisfy { leaf in
      leaf.frame.size == group.leaves[0].frame.size
        && leaf.measuresWidth == group.leaves[0].measuresWidth
        && leaf.measuresHeight == group.leaves[0].measuresHeight
    }
  }

  /// Inserts the sizes of new cells; the last `replaced` sizes update the cells after them.
  func insert(
    _ sizes: [LeafSize],
    replacing replaced: Int,
    at item: Int,
    _ before: SectionState.Before,
    into state: inout SectionState
  ) {
    guard !sizes.isEmpty else { return }
    var groups = takeMeasured(&state, items: before.items)
    for (index, size) in sizes.dropLast(replaced).enumerated() {
      groups.leaves.insert(size, at: item + index)
    }
    for (index, size) in sizes.enumerated().suffix(replaced) {
      groups.leaves.update(at: item + index) { $0 = size }
    }
    if capacity == 1 {
      for (index, size) in sizes.enumerated() {
        groups.groups.insert(entry(size), at: item + index)
      }
    } else {
      restack(&groups, from: item)
    }
    state.stack = .measured(groups)
  }

  /// Removes the sizes of deleted cells, and replaces the sizes of the cells after them.
  func remove(
    _ items: Range<Int>,
    replacing behind: [LeafSize],
    from state: inout SectionState
  ) {
    guard !items.isEmpty, case .measured(var groups) = state.stack else { return }
    state.stack = .alike(AlikeGroups(count: 0, pitch: 0, last: 0))  // keeps the trees unshared
    for _ in items { groups.leaves.remove(at: items.lowerBound) }
    for (index, size) in behind.enumerated() {
      groups.leaves.update(at: items.lowerBound + index) { $0 = size }
    }
    if capacity == 1 {
      for _ in items { groups.groups.remove(at: items.lowerBound) }
    } else {
      restack(&groups, from: items.lowerBound)
    }
    state.stack = .measured(groups)
  }

  /// Replaces the measured size of one cell.
  func replace(_ item: Int, with size: LeafSize, in state: inout SectionState) {
    var groups = takeMeasured(&state, items: state.items)
    groups.leaves.update(at: item) { $0 = size }
    let index = item / capacity
    let present = leafCount(ofGroup: index, of: groups.leaves.count)
    var sizes: [LeafSize] = []
    let first = index * capacity
    groups.leaves.forEach(in: first..<first + present) { sizes.append($0) }
    let entry = entry(sizes[...])
    groups.groups.update(at: index) { $0 = entry }
    state.stack = .measured(groups)
  }

  /// Moves the trees out of a state so that they are mutated in place; creates them if no cell was
  /// measured before.
  private func takeMeasured(_ state: inout SectionState, items: Int) -> MeasuredGroups {
    defer { state.stack = .alike(AlikeGroups(count: 0, pitch: 0, last: 0)) }
    if case .measured(let groups) = state.stack { return groups }
    return measuredGroups(items) { _ in .unknown }
  }

  /// Stacks the groups again, from the group that contains an item.
  private func restack(_ groups: inout MeasuredGroups, from item: Int) {
    let count = min(item / capacity, groups.groups.count)
    var kept: [GroupEntry] = []
    kept.reserveCapacity(count)
    groups.groups.forEach(in: 0..<count) { kept.append($0) }
    groups.groups = stacked(groups.leaves, behind: kept)
  }
}
