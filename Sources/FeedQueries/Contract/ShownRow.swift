package import FeedModel

/// A row in a list of a query.
///
/// Everything about its place takes O(log *n*).
package struct ShownRow {
  let record: ObjectRecord
  let node: QueryNode

  /// The object that the row is.
  package var id: ObjectID { record.id }
  /// All that the row shows: columns of its table, then the aggregates that its query declares.
  var content: Content { node.fields.content(of: record.content) }
  /// The ``ShownQuery/index`` of its query.
  package var query: Int { node.index }
  /// The list that it is in; `nil` if it has left since.
  package var list: ShownList? {
    record.placements[node.slot].map { ShownList(partition: $0.partition, node: node) }
  }
  /// How many items it is shown as: for the composer to say.
  package var weight: Int {
    get { node.weight(of: record) }
    nonmutating set { node.setWeight(newValue, of: record) }
  }
  /// How many items of its list stand before its own.
  package var offset: Int { node.offset(of: record) }

  /// The value of a field that the row shows, or of a column that its query reads besides.
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

  /// Whether it stands before another row of its query, in their list or by their groups.
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
