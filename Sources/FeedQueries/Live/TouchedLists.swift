/// The lists that rows have come into, moved in or left, with these rows.
package struct TouchedLists {
  /// One list.
  package struct List {
    /// The node whose list it is.
    package let node: QueryNode
    /// The list.
    package let partition: Partition
    /// The rows, in the order of their finding.
    package fileprivate(set) var records: [ObjectRecord]
  }

  /// The lists, each once, in the order of their finding.
  package private(set) var lists: [List] = []
  private var places: [ObjectIdentifier: Int] = [:]

  /// Begins with no list.
  package init() {}

  /// Notes a row in the lists that it left and came into.
  ///
  /// - Parameter move: What happened to the row.
  package mutating func add(_ move: PlacementChange) {
    let source = move.removal?.partition
    if let source { add(move.record, to: source, of: move.node) }
    if let target = move.insertion, target !== source {
      add(move.record, to: target, of: move.node)
    }
  }

  private mutating func add(
    _ record: ObjectRecord,
    to partition: Partition,
    of node: QueryNode
  ) {
    if let place = places[ObjectIdentifier(partition)] {
      lists[place].records.append(record)
    } else {
      places[ObjectIdentifier(partition)] = lists.count
      lists.append(List(node: node, partition: partition, records: [record]))
    }
  }
}

extension QueryNode {
  /// The group that is shown before another one.
  ///
  /// Groups weigh one while they are shown, so that those in between which are not cost nothing.
  ///
  /// - Parameter group: The group.
  /// - Returns: Its nearest predecessor that has a weight, or `nil` if it is the first.
  /// - Complexity: O(log *n*).
  package func shownGroup(before group: Partition.Group) -> Partition? {
    let rank = groups.weight(before: group.handle)
    guard rank > 0 else { return nil }
    return groups[groups.handle(atWeight: rank - 1, in: groupRoot)]
  }
}
