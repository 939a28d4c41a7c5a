package import FeedModel

/// A row in a list of a query.
///
/// Everything about its place takes O(log *n*).
package struct ShownRow {
  let record: ObjectRecord
  let node: QueryNode

  /// The object that the row is.
  package var id: ObjectID { record.id }
  /// The shown fields of the row: columns of its table, then the aggregates of its query.
  var content: Content { node.fields.content(of: record.content) }
  /// The ``ShownQuery/index`` of its query.
  package var query: Int { node.index }
  /// The list that it is in; `nil` if it has left since.
  package var list: ShownList? {
    record.placements[node.slot].map { ShownList(partition: $0.partition, node: node) }
  }
  /// The number of items that show the row, set by the composer.
  package var weight: Int {
    get { node.weight(of: record) }
    nonmutating set { node.setWeight(newValue, of: record) }
  }
  /// The number of items of its list before its own.
  package var offset: Int { node.offset(of: record) }

  /// Returns the value of a shown field, or of another column that its query reads.
  package subscript(name: String) -> Value? {
    node.fields.place(of: name).map { record.content.values[$0] } ?? record.content[name]
  }

  /// The row next to it in its list, shown or not.
  ///
  /// - Parameter isBefore: Whether the one before it is meant, and not the one behind.
  /// - Returns: The row, or `nil` at the end of the list.
  package func neighbour(isBefore: Bool) -> ShownRow? {
    guard let handle = record.placements[node.slot]?.handle else { return nil }
    let next = isBefore ? node.list.previous(handle) : node.list.next(handle)
    return next == 0 ? nil : ShownRow(record: node.list[next], node: node)
  }

  /// Returns whether it precedes another row of its query, in their list or by their groups.
  ///
  /// - Returns: Whether it does; not if one of them has left.
  package func precedes(_ other: ShownRow) -> Bool {
    guard let here = record.placements[node.slot], let there = other.record.placements[node.slot]
    else { return false }
    guard here.partition !== there.partition else {
      return node.list.rank(of: here.handle) < node.list.rank(of: there.handle)
    }
    guard let group = here.partition.group, let next = there.partition.group else { return false }
    return node.groups.rank(of: group.handle) < node.groups.rank(of: next.handle)
  }
}
