/// What a commit did to one list that is shown.
///
/// What leaves is named by where it stood before the commit. What comes and what stays stands where
/// ``QueryNode/offset(of:)`` says once every row has its new weight.
package final class ListEdit {
  /// The place of the query among all that are shown.
  package let root: Int
  /// The query's node.
  package let node: QueryNode
  /// The list.
  package let list: Partition
  /// Whether one item stood in for the rows before the commit.
  package let wasFolded: Bool
  /// The rows that came, each once; they weigh nothing until the composer gives them a weight.
  package private(set) var arrivals: ContiguousArray<ObjectRecord> = []
  /// The rows that left the list, or are in it and no longer shown.
  package private(set) var departures: ContiguousArray<ObjectRecord> = []
  /// The rows that stay and may be shown as other items than before.
  package private(set) var changed: ContiguousArray<ObjectRecord> = []
  /// The rows that stay as one item each, which has another content.
  package private(set) var replaced: ContiguousArray<ObjectRecord> = []
  /// Where the items stood before the commit that are to leave, ascending.
  package private(set) var removals: ContiguousArray<Int> = []
  /// Whether the group has another title or other aggregates.
  package internal(set) var isRetitled = false
  /// Whether the group may have another place among the groups.
  var isReordered = false
  /// The rows that came, left or moved, some of them more than once.
  private var touched: [ObjectRecord] = []
  /// Where items stood that left, each counted when those before it in the log had left.
  private var log: ContiguousArray<Int> = []

  init(_ list: Partition, of node: QueryNode, root: Int) {
    self.list = list
    self.node = node
    self.root = root
    wasFolded = list.group?.showsFold ?? false
  }

  // MARK: Noting

  /// Notes that a row left the list, or moved within it.
  func remove(_ record: ObjectRecord, _ removal: PlacementChange.Removal) {
    logRemoval(at: removal.offset, weight: removal.weight)
    departures.append(record)
    touched.append(record)
  }

  /// Notes that a row came into the list, or moved within it.
  func insert(_ record: ObjectRecord) { touched.append(record) }

  /// Notes that a row may be shown as other items.
  func change(_ record: ObjectRecord) { changed.append(record) }

  /// Notes that a row's only item has another content.
  func replace(_ record: ObjectRecord) { replaced.append(record) }

  private func logRemoval(at offset: Int, weight: Int) {
    for _ in 0..<weight { log.append(offset) }
  }

  // MARK: Settling

  /// Finds out which rows are shown now and were not, and the other way round.
  ///
  /// - Parameter mayFold: Whether one item stands in for the rows of a group that is folded away.
  func settle(mayFold: Bool) {
    let isFolded = mayFold && list.root != 0 && list.group?.isFolded == true
    switch (wasFolded, isFolded) {
    case (true, true): break
    case (true, false): showAll()
    case (false, true):
      logRemoval(at: 0, weight: node.list.weight(list.root))
      hideAll()
    case (false, false) where node.hasWindow:
      if !touched.isEmpty { slideWindow() }
    case (false, false):
      for record in touched where record.placements[node.slot]?.partition === list {
        if record.show(in: node) { arrivals.append(record) }
      }
    }
    if !departures.isEmpty {
      changed.removeAll { !$0.isShown(in: node) }
      replaced.removeAll { !$0.isShown(in: node) }
    }
    removals = Self.oldOffsets(log[...])
  }

  /// Hides what has left the window, and finds what has come into it.
  private func slideWindow() {
    let found = node.windowChanges(of: list, touched: touched)
    for record in found.leaving {
      logRemoval(at: node.offset(of: record), weight: node.weight(of: record))
      node.setWeight(0, of: record)
      record.setShown(false, in: node)
      departures.append(record)
    }
    for record in found.entering where record.show(in: node) { arrivals.append(record) }
  }

  /// Has nothing shown of the list but what stands in for it.
  private func hideAll() {
    list.group?.showsFold = true
    var handle = node.list.first(list.root)
    while handle != 0 {
      departures.append(node.list[handle])
      node.list[handle].setShown(false, in: node)
      node.list.setWeight(0, of: handle)
      handle = node.list.next(handle)
    }
  }

  /// Has all rows of the window come.
  private func showAll() {
    list.group?.showsFold = false
    var handle = node.list.first(list.root)
    var rank = 0
    while handle != 0 {
      let side = node.side(ofRank: rank)
      node.list[handle].setSide(side, in: node)
      if side == .inside {
        arrivals.append(node.list[handle])
      } else {
        node.list.setWeight(0, of: handle)
      }
      handle = node.list.next(handle)
      rank += 1
    }
  }

  /// Has the list come as a whole, with nothing known of what is shown of it.
  ///
  /// - Parameter mayFold: Whether one item stands in for the rows of a group that is folded away.
  func showWhole(mayFold: Bool) {
    if let group = list.group { node.groups.setWeight(0, of: group.handle) }
    if mayFold, list.root != 0, list.group?.isFolded == true { hideAll() } else { showAll() }
  }

  // MARK: Offsets

  /// Where those stood at first that left one after the other, ascending.
  ///
  /// - Parameter log: Where each stood when those before it in the log had left.
  /// - Returns: Where each stood before any of them had.
  /// - Complexity: O(*k* · log *k*) for *k* that left.
  static func oldOffsets(_ log: ContiguousArray<Int>.SubSequence) -> ContiguousArray<Int> {
    guard log.count > 1 else { return ContiguousArray(log) }
    let middle = (log.startIndex + log.endIndex) / 2
    let first = oldOffsets(log[..<middle])
    let second = oldOffsets(log[middle...])
    var offsets = ContiguousArray<Int>()
    offsets.reserveCapacity(log.count)
    var place = 0
    // Those of the second half are counted among what the first half has left.
    for rank in second {
      while place < first.count, first[place] - place <= rank {
        offsets.append(first[place])
        place += 1
      }
      offsets.append(rank + place)
    }
    offsets.append(contentsOf: first[place...])
    return offsets
  }

  /// Where an item stood before the commit, by where it stands when all those have left that leave.
  ///
  /// - Parameter offset: How many items that stay stand before it.
  /// - Returns: How many items stood before it.
  /// - Complexity: O(log *k*) for *k* that leave.
  package func oldOffset(of offset: Int) -> Int {
    var low = 0
    var high = removals.count
    while low < high {
      let middle = (low + high) / 2
      if removals[middle] - middle <= offset { low = middle + 1 } else { high = middle }
    }
    return offset + low
  }

  /// The groups with sections that may have another place, from the first to the last.
  ///
  /// Moved in this order, each to directly behind its new predecessor, those that stay never change
  /// their order, and those still to be moved only stand in between for a while.
  package static func reordered(_ edits: ContiguousArray<ListEdit>.SubSequence) -> [ListEdit] {
    edits.lazy.filter { $0.isReordered && $0.node.hasSection($0.list) }
      .map { (edit: $0, place: $0.node.sections(before: $0.list)) }
      .sorted { ($0.edit.root, $0.place) < ($1.edit.root, $1.place) }.map(\.edit)
  }
}
