import FeedModel

/// The rows of the roots that show a row: as itself, as a child, or as a child's child.
///
/// Equal inclusions share a node, and a node that includes itself is at several depths. A row is
/// therefore followed from each depth of its node to the root, one level at a time. Rows that refer
/// to each other in a cycle are followed only as far as the inclusions go.
struct RootRows {
  /// An inclusion of a node.
  private struct Inclusion {
    /// The number of nested inclusions; the children of a root have depth one.
    let depth: Int
    let parent: QueryNode
  }

  /// The root that a node is, by its index among all nodes.
  private var roots: [Int?]
  /// The inclusions of each node, each once, by the node's index.
  private var inclusions: [[Inclusion]]
  /// At which depths a node is included, each once, by the node's index.
  private var depths: [[Int]]

  /// Creates a lineage of nodes that are not shown.
  init(_ queries: QuerySet) {
    roots = Array(repeating: nil, count: queries.nodes.count)
    inclusions = Array(repeating: [], count: queries.nodes.count)
    depths = Array(repeating: [], count: queries.nodes.count)
  }

  /// Notes that the rows of a node are those of a root.
  ///
  /// - Parameter node: The root's own node, which it shares with no other.
  mutating func add(root: Int, _ node: QueryNode) { roots[node.index] = root }

  /// Notes that the rows of a node are shown as children.
  ///
  /// - Parameter depth: The number of nested inclusions, at least one.
  mutating func add(_ node: QueryNode, below parent: QueryNode, depth: Int) {
    guard !inclusions[node.index].contains(where: { $0.depth == depth && $0.parent === parent })
    else { return }
    inclusions[node.index].append(Inclusion(depth: depth, parent: parent))
    if !depths[node.index].contains(depth) { depths[node.index].append(depth) }
  }

  /// The root whose rows a node's are.
  ///
  /// - Returns: The root's index, or `nil` if the node is an inclusion, or not shown.
  func root(of node: QueryNode) -> Int? { roots[node.index] }

  /// Returns whether the rows of a node are shown as children.
  ///
  /// - Returns: Whether it is included somewhere.
  func isIncluded(_ node: QueryNode) -> Bool { !inclusions[node.index].isEmpty }

  /// Calls a body with every row of a root that shows a row of a node.
  ///
  /// - Parameter body: Called with the root and its row; with the same one more than once if it
  ///   shows the row in several places.
  func forEachRoot(
    showing record: ObjectRecord,
    in node: QueryNode,
    _ queries: QuerySet,
    _ body: (Int, ObjectRecord) -> Void
  ) {
    if let root = roots[node.index], record.placements[node.slot] != nil { body(root, record) }
    for depth in depths[node.index] { climb(record, in: node, depth: depth, queries, body) }
  }

  /// Calls a body with every row of a root that shows the children of a row.
  func forEachRoot(
    showingChildrenOf key: Value,
    in node: QueryNode,
    _ queries: QuerySet,
    _ body: (Int, ObjectRecord) -> Void
  ) {
    for inclusion in inclusions[node.index] { climb(to: inclusion, key, queries, body) }
  }

  private func climb(
    _ record: ObjectRecord,
    in node: QueryNode,
    depth: Int,
    _ queries: QuerySet,
    _ body: (Int, ObjectRecord) -> Void
  ) {
    guard let key = record.placements[node.slot]?.partition.key else { return }
    for inclusion in inclusions[node.index] where inclusion.depth == depth {
      climb(to: inclusion, key, queries, body)
    }
  }

  private func climb(
    to inclusion: Inclusion,
    _ key: Value,
    _ queries: QuerySet,
    _ body: (Int, ObjectRecord) -> Void
  ) {
    let parent = inclusion.parent
    guard let record = queries.record(ObjectKey([key]), table: parent.table),
      record.placements[parent.slot] != nil
    else { return }
    guard inclusion.depth == 1 else {
      return climb(record, in: parent, depth: inclusion.depth - 1, queries, body)
    }
    if let root = roots[parent.index] { body(root, record) }
  }
}
