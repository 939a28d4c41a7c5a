import FeedModel

/// The notes of the evaluation of a commit: the changes, and the lists left to examine.
struct PendingChanges {
  /// A list of a node.
  typealias List = (node: QueryNode, partition: Partition)

  /// Whether arriving, leaving and changed rows are noted: not while all are read for the first
  /// time.
  var areKept = true
  /// The changes since ``takeChanges()``.
  private(set) var changes = QueryChanges()
  /// The lists that may have become empty, until they are swept away.
  private(set) var emptied: [List] = []
  /// The lists with a bounded window that gained or lost rows and are not settled yet.
  private var unsettled: [List] = []
  /// The groups whose title, order or folding their first row may change, until it is asked.
  private var groupsToRefresh: [List] = []

  /// Makes room for changes.
  mutating func reserve(_ count: Int) { changes.objects.reserveCapacity(count) }

  /// Returns the changes and starts new ones.
  mutating func takeChanges() -> QueryChanges {
    for change in changes.groups { change.partition.change = nil }
    if !changes.groups.isEmpty { changes.groups.removeAll { $0.partition.root == 0 } }
    let result = changes
    changes = QueryChanges()
    for change in result.objects { change.record.change = nil }
    return result
  }

  // MARK: Changes

  /// Notes that a row was touched, and what it held if that differs.
  mutating func touch(_ record: ObjectRecord, old: Content? = nil) {
    guard areKept else { return }
    if let index = record.change {
      if changes.objects[index].oldContent == nil { changes.objects[index].oldContent = old }
      return
    }
    record.change = changes.objects.count
    changes.objects.append(ObjectChange(record: record, oldContent: old))
  }

  /// Notes that a row arrived, left or moved.
  mutating func move(_ move: PlacementChange) {
    guard areKept else { return }
    touch(move.record)
    changes.moves.append(move)
  }

  /// Notes that a query failed that had not, or recovered.
  mutating func changeStatus() { changes.hasStatusChanges = true }

  /// Notes that a group has a new place or title, or was folded or unfolded.
  mutating func changeGroup(
    _ partition: Partition,
    of node: QueryNode,
    isReordered: Bool = false,
    isRetitled: Bool = false,
    isRefolded: Bool = false
  ) {
    if let index = partition.change {
      changes.groups[index].isReordered = changes.groups[index].isReordered || isReordered
      changes.groups[index].isRetitled = changes.groups[index].isRetitled || isRetitled
      changes.groups[index].isRefolded = changes.groups[index].isRefolded || isRefolded
      return
    }
    partition.change = changes.groups.count
    changes.groups.append(
      GroupChange(
        node: node,
        partition: partition,
        isReordered: isReordered,
        isRetitled: isRetitled,
        isRefolded: isRefolded
      )
    )
  }

  // MARK: Lists to look at

  /// Whether there are lists with unsettled windows.
  var hasUnsettled: Bool { !unsettled.isEmpty }
  /// Whether there are groups whose first row must be examined.
  var hasGroupsToRefresh: Bool { !groupsToRefresh.isEmpty }

  /// Notes that a list is empty, and may be so in the end.
  mutating func empty(_ partition: Partition, of node: QueryNode) {
    emptied.append((node, partition))
  }

  /// Hands out the lists that may be empty.
  mutating func takeEmptied() -> [List] { Self.take(&emptied) }

  /// Notes that the window of a list may have lost rows, or got too many.
  mutating func unsettle(_ partition: Partition, of node: QueryNode) {
    guard node.bound != nil, !partition.isUnsettled else { return }
    partition.isUnsettled = true
    unsettled.append((node, partition))
  }

  /// Returns and clears the lists with unsettled windows.
  mutating func takeUnsettled() -> [List] {
    for (_, partition) in unsettled { partition.isUnsettled = false }
    return Self.take(&unsettled)
  }

  /// Notes that a group may have another first row, or a changed one.
  mutating func refreshGroup(_ partition: Partition, of node: QueryNode) {
    if let last = groupsToRefresh.last, last.partition === partition { return }
    groupsToRefresh.append((node, partition))
  }

  /// Returns and clears the groups whose first rows must be examined.
  mutating func takeGroupsToRefresh() -> [List] { Self.take(&groupsToRefresh) }

  private static func take(_ lists: inout [List]) -> [List] {
    guard !lists.isEmpty else { return [] }
    defer { lists.removeAll(keepingCapacity: true) }
    return lists
  }
}
