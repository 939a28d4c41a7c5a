import FeedModel

// The offsets of shown rows and groups. Unless noted, each function takes O(log *n*).
extension QueryNode {
  /// Returns the number of items that show a row.
  func weight(of record: ObjectRecord) -> Int {
    record.placements[slot].map { list.weight(of: $0.handle) } ?? 0
  }

  /// Notes how many items a row is shown as.
  func setWeight(_ weight: Int, of record: ObjectRecord) {
    guard let place = record.placements[slot] else { return }
    list.setWeight(Int32(weight), of: place.handle)
  }

  /// Returns the number of items of a row's list before the row's own.
  func offset(of record: ObjectRecord) -> Int {
    record.placements[slot].map { list.weight(before: $0.handle) } ?? 0
  }

  // MARK: All rows

  /// Shows those rows of a list that are in the window.
  ///
  /// - Parameter weigh: Returns the number of items that show a row; called in the order of the
  ///   rows.
  func showAll(of list: Partition, weighing weigh: (ObjectRecord) -> Int) {
    list.group?.showsFold = false
    var weights = ContiguousArray<Int32>()
    self.list.forEach(in: list.root) { handle in
      let record = self.list[handle]
      let side = side(ofRank: weights.count)
      record.setSide(side, in: self)
      weights.append(side == .inside ? Int32(weigh(record)) : 0)
    }
    self.list.setWeights(in: list.root, to: weights)
  }

  /// Hides all rows of a list, so that only their fold remains.
  func hideAll(of list: Partition, _ body: (ObjectRecord) -> Void = { _ in }) {
    list.group?.showsFold = true
    var weights = ContiguousArray<Int32>()
    self.list.forEach(in: list.root) { handle in
      let record = self.list[handle]
      body(record)
      record.setShown(false, in: self)
      weights.append(0)
    }
    self.list.setWeights(in: list.root, to: weights)
  }

  // MARK: Groups

  /// Returns whether a group has a section.
  func hasSection(_ list: Partition) -> Bool {
    list.group.map { groups.weight(of: $0.handle) > 0 } ?? false
  }

  /// Notes whether a group has a section, and does nothing for a list that is not a group.
  func setHasSection(_ hasSection: Bool, _ list: Partition) {
    if let group = list.group { groups.setWeight(hasSection ? 1 : 0, of: group.handle) }
  }

  /// Returns the number of groups with sections before a group.
  func sections(before list: Partition) -> Int {
    list.group.map { groups.weight(before: $0.handle) } ?? 0
  }

  /// Returns the last group before another group that has a section.
  func section(before list: Partition) -> Partition? {
    let count = sections(before: list)
    return count == 0 ? nil : groups[groups.handle(atWeight: count - 1, in: groupRoot)]
  }

  /// All lists that may be sections: the groups in their order, or the one list of all rows.
  var listsInOrder: ContiguousArray<Partition> {
    guard isGrouped else { return ContiguousArray(partitions.values) }
    var lists: ContiguousArray<Partition> = []
    var group = groups.first(groupRoot)
    while group != 0 {
      lists.append(groups[group])
      group = groups.next(group)
    }
    return lists
  }
}
