package import FeedModel

/// A query, or an inclusion, as those see it who show its rows.
package struct ShownQuery {
  /// The node that keeps the lists.
  let node: QueryNode
  /// The inclusions, with the queries of the children.
  package let children: [(name: String, query: ShownQuery)]

  /// The place among all queries and inclusions; equal inclusions are one.
  package var index: Int { node.index }
  /// The place of its rows' table in the schema.
  package var table: Int { node.table }

  /// Returns a function that reads the given fields of its rows.
  ///
  /// - Parameter names: The names of the fields, in the order of contents, those of no field being left
  ///   out; `nil` for all fields except computed columns.
  package func reading(_ names: [String]?) -> (ShownRow) -> Content {
    let fields = node.fields
    let computed = Set(node.computed.map(\.name))
    let shown = names ?? fields.shape.names.filter { !computed.contains($0) }
    let read = names == nil && computed.isEmpty ? fields : fields.named(shown)
    return { read.content(of: $0.record.content) }
  }

  /// Why rows or values are missing or old, if a statement of the query, its aggregates or its children fails;
  /// and whether a whole query fails, so that its rows are those of before.
  package var failure: (reason: String, isOfWhole: Bool)? {
    let own =
      node.failure ?? node.fieldAggregates.lazy.compactMap(\.failure).first
      ?? node.groupAggregates.lazy.compactMap(\.failure).first
    let ofChildren = children.lazy.compactMap(\.query.failure).first
    guard let reason = own ?? ofChildren?.reason else { return nil }
    return (reason, node.failures.ofWhole != nil || ofChildren?.isOfWhole == true)
  }

  /// Finds the row that is shown as the item at an offset.
  ///
  /// - Parameters:
  ///   - offset: The number of items of the list before it.
  ///   - group: The key of the group, or NULL for the one list of all rows.
  /// - Returns: The row, or `nil` if the list does not exist or has fewer items.
  /// - Complexity: O(log *n*).
  package func row(atOffset offset: Int, ofGroup group: Value) -> ShownRow? {
    guard let list = node.partitions[group] else { return nil }
    return node.row(node.list.handle(atWeight: offset, in: list.root))
  }

  /// Calls a body with each row that is the child of another query's row and in the window, in order.
  package func forEachChild(of parent: ObjectKey, _ body: (ShownRow) -> Void) {
    guard let list = node.children(of: parent) else { return }
    let window = node.window
    var handle = node.list.handle(atRank: window.lowerBound, in: list.root)
    var rest = window.count
    while handle != 0, rest > 0 {
      body(ShownRow(record: node.list[handle], node: node))
      handle = node.list.next(handle)
      rest -= 1
    }
  }
}

extension QueryNode {
  fileprivate func row(_ handle: OrderTree<ObjectRecord>.Handle) -> ShownRow? {
    handle == 0 ? nil : ShownRow(record: list[handle], node: self)
  }
}
