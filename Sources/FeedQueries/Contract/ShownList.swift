package import FeedModel

/// A list of a query that may be a section: the rows of a group, or all rows.
package struct ShownList {
  let partition: Partition
  let node: QueryNode

  /// The value that the rows of the group share; NULL for the list of all rows.
  package var key: Value { partition.key }
  /// The value that is shown as the group's title, if the query declares one.
  package var title: Value? { partition.group?.title }
  /// The number of rows that one item replaces, if the group is folded.
  package var foldedCount: Int? {
    partition.group?.showsFold == true ? count : nil
  }
  /// The number of rows, those of a folded group included.
  private var count: Int {
    node.window.clamped(to: 0..<node.list.count(partition.root)).count
  }
  /// The number of items that show its rows.
  package var weight: Int { node.list.weight(partition.root) }
  /// Whether the group has a section, which the composer says; the list of all rows never has one.
  package var hasSection: Bool {
    get { node.hasSection(partition) }
    nonmutating set { node.setHasSection(newValue, partition) }
  }
  /// The last group before this one that has a section.
  package var previousSection: ShownList? {
    node.section(before: partition).map { ShownList(partition: $0, node: node) }
  }

  /// Reads an aggregate of the group; `count` is the number of its rows.
  ///
  /// - Returns: The value, or `nil` if no aggregate of the group has the name.
  package func aggregate(_ name: String) -> Value? {
    if name == "count" { return .integer(Int64(count)) }
    guard let index = node.plan.groupAggregates.firstIndex(where: { $0.name == name }),
      let values = partition.group?.aggregates, index < values.count
    else { return nil }
    return values[index]
  }
}
