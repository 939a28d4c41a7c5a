package import FeedModel

// Where rows and groups stand among what is shown. All of it takes O(log *n*), where nothing is said.
extension QueryNode {
  /// The list that a row is in.
  package func list(of record: ObjectRecord) -> Partition? { record.placements[slot]?.partition }

  /// How many items a row is shown as.
  package func weight(of record: ObjectRecord) -> Int {
    record.placements[slot].map { list.weight(of: $0.handle) } ?? 0
  }

  /// Notes how many items a row is shown as.
  package func setWeight(_ weight: Int, of record: ObjectRecord) {
    guard let place = record.placements[slot] else { return }
    list.setWeight(Int32(weight), of: place.handle)
  }

  /// How many items of a row's list stand before the row's own.
  package func offset(of record: ObjectRecord) -> Int {
    record.placements[slot].map { list.weight(before: $0.handle) } ?? 0
  }

  /// How many items the rows of a list are shown as.
  package func weight(of list: Partition) -> Int { self.list.weight(list.root) }

  /// How many rows of a list are in its window.
  package func shownCount(of list: Partition) -> Int {
    window.clamped(to: 0..<self.list.count(list.root)).count
  }

  /// The row that is shown as the item at an offset of a list.
  package func row(atOffset offset: Int, of list: Partition) -> ObjectRecord? {
    let handle = self.list.handle(atWeight: offset, in: list.root)
    return handle == 0 ? nil : self.list[handle]
  }

  /// The row next to another one, shown or not.
  package func row(beside record: ObjectRecord, isBefore: Bool) -> ObjectRecord? {
    guard let handle = record.placements[slot]?.handle else { return nil }
    let next = isBefore ? list.previous(handle) : list.next(handle)
    return next == 0 ? nil : list[next]
  }

  /// The first or the last row of a list, shown or not.
  package func row(atEndOf list: Partition, isLast: Bool) -> ObjectRecord? {
    let handle = isLast ? self.list.last(list.root) : self.list.first(list.root)
    return handle == 0 ? nil : self.list[handle]
  }

  /// Whether a row stands before another one, in its list or by its group.
  package func precedes(_ record: ObjectRecord, _ other: ObjectRecord) -> Bool {
    guard let here = record.placements[slot], let there = other.placements[slot] else {
      return false
    }
    guard here.partition !== there.partition else {
      return list.rank(of: here.handle) < list.rank(of: there.handle)
    }
    guard let group = here.partition.group, let next = there.partition.group else { return false }
    return groups.rank(of: group.handle) < groups.rank(of: next.handle)
  }

  /// Calls a body with each child of a row that is in the window, in order.
  package func forEachChild(of parent: ObjectKey, _ body: (ObjectRecord) -> Void) {
    guard let list = children(of: parent) else { return }
    var handle = self.list.handle(atRank: window.lowerBound, in: list.root)
    var rest = window.count
    while handle != 0, rest > 0 {
      body(self.list[handle])
      handle = self.list.next(handle)
      rest -= 1
    }
  }

  // MARK: Groups

  /// Whether a group has a section.
  package func hasSection(_ list: Partition) -> Bool {
    list.group.map { groups.weight(of: $0.handle) > 0 } ?? false
  }

  /// Notes whether a group has a section, and does nothing for a list that is not a group.
  package func setHasSection(_ hasSection: Bool, _ list: Partition) {
    if let group = list.group { groups.setWeight(hasSection ? 1 : 0, of: group.handle) }
  }

  /// How many groups that have sections stand before a group.
  package func sections(before list: Partition) -> Int {
    list.group.map { groups.weight(before: $0.handle) } ?? 0
  }

  /// The last group before another one that has a section.
  package func section(before list: Partition) -> Partition? {
    let count = sections(before: list)
    return count == 0 ? nil : groups[groups.handle(atWeight: count - 1, in: groupRoot)]
  }

  /// The group next to another one, shown or not.
  package func list(beside list: Partition, isBefore: Bool) -> Partition? {
    guard let handle = list.group?.handle else { return nil }
    let next = isBefore ? groups.previous(handle) : groups.next(handle)
    return next == 0 ? nil : groups[next]
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

extension ObjectRecord {
  /// Whether the row is shown in a node's list.
  func isShown(in node: QueryNode) -> Bool { placements[node.slot]?.isShown ?? false }

  /// Notes that the row is shown in a node's list.
  ///
  /// - Returns: Whether it was not before.
  func show(in node: QueryNode) -> Bool {
    var isNew = false
    placements.change(node.slot) { placement in
      isNew = !placement.isShown
      placement.isShown = true
    }
    return isNew
  }
}
