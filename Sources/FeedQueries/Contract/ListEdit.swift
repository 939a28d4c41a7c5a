import FeedModel

/// The changes of a commit in one shown list.
///
/// Removals are offsets before the commit. Arriving and staying rows have the offset
/// ``ShownRow/offset`` once every row has its new weight.
package final class ListEdit {
  /// The index of the query among all shown queries.
  package let root: Int
  /// Whether one item stood in for the rows before the commit.
  package let wasFolded: Bool
  /// The changes of rows; a moved row has departed and arrived.
  package private(set) var rows: ContiguousArray<RowChange> = []
  /// The rows that stay as the one item that they are, and have another content.
  private var replaced: ContiguousArray<ObjectRecord> = []
  /// The offsets, before the commit, of the items to remove; ascending.
  package private(set) var removals: ContiguousArray<Int> = []
  /// Whether the group has another title or other aggregates.
  package internal(set) var isRetitled = false
  /// Whether the group may have another place among the groups.
  var isReordered = false
  let partition: Partition
  let node: QueryNode
  /// The rows that arrived, left or moved, some of them repeatedly.
  private var touched: [ObjectRecord] = []
  /// The offsets of removed items, each counted after the earlier removals of the log.
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

  /// Calls a body with each row that stays one item with a new content, and the item's offset.
  ///
  /// A row of which something else shows the item weighs nothing, and is left out.
  ///
  /// - Parameters:
  ///   - reserve: Called first with how many rows there may be.
  ///   - body: Called with the row and the offset of its item, in the order in which rows were noted.
  /// - Complexity: O(*k*) for *k* such rows that are near each other and were noted in the order of
  ///   the list, otherwise O(*k* · log *n*).
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

  /// Notes that a row arrived in the list, or moved within it.
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

  // MARK: Folding

  /// Finds out which rows are shown now and were not, and the other way round.
  ///
  /// - Parameter mayFold: Whether one item stands in for the rows of a group that is folded away.
  func noteFolding(mayFold: Bool) {
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

  /// Hides the rows that left the window, and finds the rows that entered it.
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

  /// The offsets of a staying row's items before the commit.
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

  /// Returns the original offsets of items that left one after the other, ascending.
  ///
  /// - Parameter log: The offset of each item after the earlier removals.
  /// - Returns: The offset of each item before all removals.
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

/// The change of a row of a list.
package enum RowChange {
  /// The row arrived, or returned at another place; it has no weight until the composer sets one.
  case arrived(ShownRow)
  /// It left the list or its place in it, or is in the list and no longer shown.
  case departed(ShownRow)
  /// The row stays; its items may differ from those at the given offsets before the commit.
  case changed(ShownRow, Range<Int>)

  /// Whether the row was expected to stay but is no longer shown.
  fileprivate var isGone: Bool {
    switch self {
    case .changed(let row, _): !row.record.isShown(in: row.node)
    case .arrived, .departed: false
    }
  }
}

extension ListEdit {
  /// The first promise of the contract with composers that the edit breaks; for assertions.
  ///
  /// - Complexity: O(*k* · log *n*) for *k* rows and items of the edit.
  var brokenPromise: String? {
    if zip(removals, removals.dropFirst()).contains(where: { $0 >= $1 }) {
      return "removals do not ascend"
    }
    var arrived: Set<ObjectID> = []
    for case .arrived(let row) in rows {
      guard arrived.insert(row.id).inserted else { return "\(row.id) arrives twice" }
      guard row.record.placements[node.slot]?.partition === partition, row.record.isShown(in: node)
      else { return "\(row.id) arrives outside the list or its window" }
      guard row.weight == 0 else { return "\(row.id) arrives with a weight" }
    }
    for case .changed(let row, let range) in rows {
      guard !arrived.contains(row.id) else { return "\(row.id) arrives and stays" }
      guard range.count == row.weight else { return "\(row.id) stays and changed its weight" }
    }
    for case .departed(let row) in rows where !arrived.contains(row.id) {
      guard
        row.record.placements[node.slot]?.partition !== partition || !row.record.isShown(in: node)
      else { return "\(row.id) departs and is still shown" }
    }
    let others = replaced.first { arrived.contains($0.id) || node.weight(of: $0) > 1 }
    return others.map { "\($0.id) is replaced and not one staying item" }
  }
}
