/// What a commit did to one list that is shown.
///
/// What leaves is named by where it stood before the commit. What comes and what stays stands where
/// ``ShownRow/offset`` says once every row has its new weight.
package final class ListEdit {
  /// The place of the query among all that are shown.
  package let root: Int
  /// Whether one item stood in for the rows before the commit.
  package let wasFolded: Bool
  /// What became of the rows that are concerned; one that moved has departed and arrived.
  package private(set) var rows: ContiguousArray<RowChange> = []
  /// The rows that stay as the one item that they are, and have another content.
  private var replaced: ContiguousArray<ObjectRecord> = []
  /// Where the items stood before the commit that are to leave, ascending.
  package private(set) var removals: ContiguousArray<Int> = []
  /// Whether the group has another title or other aggregates.
  package internal(set) var isRetitled = false
  /// Whether the group may have another place among the groups.
  var isReordered = false
  let partition: Partition
  let node: QueryNode
  /// The rows that came, left or moved, some of them more than once.
  private var touched: [ObjectRecord] = []
  /// Where items stood that left, each counted when those before it in the log had left.
  private var log: ContiguousArray<Int> = []
  private var hasDepartures = false
  private var hasChanges = false

  init(_ partition: Partition, of node: QueryNode, root: Int) {
    self.partition = partition
    self.node = node
    self.root = root
    wasFolded = partition.group?.showsFold ?? false
  }

  /// The list.
  package var list: ShownList { ShownList(partition: partition, node: node) }

  /// Calls a body with each row that stays as one item with another content, and where that item stands.
  ///
  /// A row of which something else shows the item weighs nothing, and is left out.
  ///
  /// - Parameters:
  ///   - reserve: Called first with how many rows there may be.
  ///   - body: Called with the row and the offset of its item, in the order in which rows were noted.
  /// - Complexity: O(*k*) for *k* such rows if they were noted in the order of the list and stand close together,
  ///   O(*k* · log *n*) otherwise.
  package func forEachReplaced(
    reserving reserve: (Int) -> Void,
    _ body: (_ row: ShownRow, _ offset: Int) -> Void
  ) {
    reserve(replaced.count)
    var cursor = OrderTree<ObjectRecord>.Cursor()
    for record in replaced {
      guard let handle = record.placements[node.slot]?.handle else { continue }
      let found = node.list.weight(of: handle, from: &cursor)
      if found.own == 1 { body(row(record), found.before) }
    }
  }

  // MARK: Noting

  /// Notes that a row left the list, or moved within it.
  func remove(_ record: ObjectRecord, _ removal: PlacementChange.Removal) {
    logRemoval(at: removal.offset, weight: removal.weight)
    depart(record)
    touched.append(record)
  }

  /// Notes that a row came into the list, or moved within it.
  func insert(_ record: ObjectRecord) { touched.append(record) }

  /// Notes that a row may be shown as other items.
  func change(_ record: ObjectRecord) {
    rows.append(.changed(row(record), 0..<0))
    hasChanges = true
  }

  /// Notes that a row's only item has another content.
  func replace(_ record: ObjectRecord) { replaced.append(record) }

  private func arrive(_ record: ObjectRecord) { rows.append(.arrived(row(record))) }

  private func depart(_ record: ObjectRecord) {
    rows.append(.departed(row(record)))
    hasDepartures = true
  }

  private func row(_ record: ObjectRecord) -> ShownRow { ShownRow(record: record, node: node) }

  private func logRemoval(at offset: Int, weight: Int) {
    for _ in 0..<weight { log.append(offset) }
  }

  // MARK: Settling

  /// Finds out which rows are shown now and were not, and the other way round.
  ///
  /// - Parameter mayFold: Whether one item stands in for the rows of a group that is folded away.
  func settle(mayFold: Bool) {
    let isFolded = mayFold && partition.root != 0 && partition.group?.isFolded == true
    switch (wasFolded, isFolded) {
    case (true, true): break
    case (true, false):
      node.showAll(of: partition) { record in
        arrive(record)
        return 0
      }
    case (false, true):
      logRemoval(at: 0, weight: node.list.weight(partition.root))
      node.hideAll(of: partition) { depart($0) }
    case (false, false) where node.hasWindow:
      if !touched.isEmpty { slideWindow() }
    case (false, false):
      for record in touched where record.placements[node.slot]?.partition === partition {
        if record.show(in: node) { arrive(record) }
      }
    }
    if hasDepartures {
      rows.removeAll(where: \.isGone)
      replaced.removeAll { !$0.isShown(in: node) }
    }
    removals = Self.oldOffsets(log[...])
    guard hasChanges else { return }
    for index in rows.indices {
      if case .changed(let row, _) = rows[index] {
        rows[index] = .changed(row, oldOffsets(of: row))
      }
    }
  }

  /// Hides what has left the window, and finds what has come into it.
  private func slideWindow() {
    let found = node.windowChanges(of: partition, touched: touched)
    for record in found.leaving {
      logRemoval(at: node.offset(of: record), weight: node.weight(of: record))
      node.setWeight(0, of: record)
      record.setShown(false, in: node)
      depart(record)
    }
    for record in found.entering where record.show(in: node) { arrive(record) }
  }

  // MARK: Offsets

  /// Where the items of a row that stays stood before the commit.
  ///
  /// - Complexity: O(log *n* + log *k*) for *k* items that leave.
  private func oldOffsets(of row: ShownRow) -> Range<Int> {
    let offset = row.offset
    var low = 0
    var high = removals.count
    while low < high {
      let middle = (low + high) / 2
      if removals[middle] - middle <= offset { low = middle + 1 } else { high = middle }
    }
    return (offset + low)..<(offset + low + row.weight)
  }

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
}

/// What became of a row of a list.
package enum RowChange {
  /// It came, or came back at another place, and weighs nothing until the composer gives it a weight.
  case arrived(ShownRow)
  /// It left the list or its place in it, or is in the list and no longer shown.
  case departed(ShownRow)
  /// It stays, and may be shown as other items than those that stood at some offsets before the commit.
  case changed(ShownRow, Range<Int>)

  /// Whether it was to stay, and is shown no longer.
  fileprivate var isGone: Bool {
    switch self {
    case .changed(let row, _): !row.record.isShown(in: row.node)
    case .arrived, .departed: false
    }
  }
}
