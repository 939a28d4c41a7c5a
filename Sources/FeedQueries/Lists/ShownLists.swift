/// The lists that are shown as sections, and the one way from what a commit changed to edits of them.
///
/// A row weighs as many items as it is shown as, and a group weighs one while it has a section, so the
/// place of each is the weight of what stands before it, and a change costs what it changes. The lists
/// know which rows are shown; what each is shown as, and so what it weighs, is up to the composer.
package final class ShownLists {
  /// A query that is shown.
  package struct Root {
    let root: QueryRoot
    let isPlain: Bool
    let mayFold: Bool

    /// Describes how a query is shown.
    ///
    /// - Parameters:
    ///   - root: The query with its children.
    ///   - isPlain: Whether each row is shown as one item, and always as the same one.
    ///   - mayFold: Whether one item stands in for the rows of a group that is folded away.
    package init(_ root: QueryRoot, isPlain: Bool, mayFold: Bool = false) {
      self.root = root
      self.isPlain = isPlain
      self.mayFold = mayFold
    }
  }

  /// What a commit did to all lists.
  package struct Edits {
    /// The lists that differ, each once, in the order of their finding.
    package fileprivate(set) var lists: ContiguousArray<ListEdit> = []
    /// The objects with other values that are shown as more than a plain row somewhere.
    package fileprivate(set) var objects: ContiguousArray<ObjectRecord> = []
  }

  private let queries: QuerySet
  private let roots: [Root?]
  /// Which rows of the roots show a row.
  private let lineage: Lineage
  /// Whether rows are shown as the children of others.
  private let hasChildren: Bool

  /// Gathers which rows show which.
  ///
  /// - Parameters:
  ///   - roots: How each query is shown; `nil` keeps a place free for something else.
  ///   - queries: The queries.
  package init(_ roots: [Root?], of queries: QuerySet) {
    self.queries = queries
    self.roots = roots
    var lineage = Lineage(queries)
    func addChildren(of root: QueryRoot, depth: Int) {
      for child in root.children {
        lineage.add(child.root.node, below: root.node, depth: depth)
        addChildren(of: child.root, depth: depth + 1)
      }
    }
    for (index, root) in roots.enumerated() {
      guard let root = root?.root else { continue }
      lineage.add(root: index, root.node)
      addChildren(of: root, depth: 1)
    }
    self.lineage = lineage
    hasChildren = roots.contains { $0?.root.children.isEmpty == false }
  }

  // MARK: The whole

  /// Has everything of a query shown, as if nothing had been.
  ///
  /// - Parameter root: The place of the query among those that are shown.
  /// - Returns: Its lists in their order, all of whose rows in the window come.
  /// - Complexity: O(*n* · log *n*) for *n* rows.
  package func whole(of root: Int) -> ContiguousArray<ListEdit> {
    guard let shown = roots[root] else { return [] }
    let node = shown.root.node
    let edits = ContiguousArray(node.listsInOrder.map { ListEdit($0, of: node, root: root) })
    for edit in edits { edit.showWhole(mayFold: shown.mayFold) }
    return edits
  }

  // MARK: The edit of what changed

  /// Turns what a commit changed into edits of the lists.
  ///
  /// - Parameters:
  ///   - changes: What the queries have found; the rows are in their new places already.
  ///   - mayYieldOthers: Whether rows that show an object may be shown as other items after a change.
  /// - Returns: The edits. Rows that come weigh nothing yet, and all others what they did.
  /// - Complexity: O(*c* · log *n*) for *c* rows that are concerned.
  package func edits(
    after changes: QueryChanges,
    asking mayYieldOthers: (ObjectChange) -> Bool
  ) -> Edits {
    var edits = Edits()
    for move in changes.moves {
      guard let root = lineage.root(of: move.node) else { continue }
      if let removal = move.removal {
        edits.edit(removal.partition, of: move.node, root).remove(move.record, removal)
      }
      if let list = move.insertion { edits.edit(list, of: move.node, root).insert(move.record) }
    }
    for change in changes.groups {
      guard let root = lineage.root(of: change.node) else { continue }
      let edit = edits.edit(change.partition, of: change.node, root)
      edit.isRetitled = change.isRetitled
      edit.isReordered = change.isReordered
    }
    noteObjects(changes, asking: mayYieldOthers, &edits)
    for edit in edits.lists {
      edit.settle(mayFold: roots[edit.root]?.mayFold == true)
      edit.list.edit = nil
    }
    return edits
  }

  /// Notes which shown rows show objects that have changed, or other children than before.
  private func noteObjects(
    _ changes: QueryChanges,
    asking mayYieldOthers: (ObjectChange) -> Bool,
    _ edits: inout Edits
  ) {
    var rows = ShownRows(isChecking: hasChildren)
    func note(_ root: Int, _ record: ObjectRecord) {
      guard let node = roots[root]?.root.node, record.isShown(in: node) else { return }
      rows.insert(root, record)
    }
    for change in changes.objects where change.oldContent != nil {
      let nodes = queries.nodes(of: change.record)
      if nodes.allSatisfy(isPlain) {
        for node in nodes {
          guard let root = lineage.root(of: node), let place = change.record.placements[node.slot],
            place.isShown
          else { continue }
          edits.edit(place.partition, of: node, root).replace(change.record)
        }
        continue
      }
      edits.objects.append(change.record)
      guard mayYieldOthers(change) else { continue }
      for node in nodes { lineage.forEachRoot(showing: change.record, in: node, queries, note) }
    }
    if hasChildren {
      for move in changes.moves where lineage.isIncluded(move.node) {
        for key in move.parentKeys {
          lineage.forEachRoot(showingChildrenOf: key, in: move.node, queries, note)
        }
      }
    }
    for (root, record) in rows.rows {
      guard let node = roots[root]?.root.node, let list = node.list(of: record) else { continue }
      edits.edit(list, of: node, root).change(record)
    }
  }

  private func isPlain(_ node: QueryNode) -> Bool {
    lineage.root(of: node).map { roots[$0]?.isPlain == true } ?? false
  }
}

extension ShownLists.Edits {
  /// The edit of a list, made when it is first asked for.
  fileprivate mutating func edit(_ list: Partition, of node: QueryNode, _ root: Int) -> ListEdit {
    if let edit = list.edit { return edit }
    let edit = ListEdit(list, of: node, root: root)
    list.edit = edit
    lists.append(edit)
    return edit
  }
}

/// Rows of the roots, each once, in the order of their finding.
private struct ShownRows {
  private struct Pair: Hashable {
    let root: Int
    let record: ObjectIdentifier
  }

  /// Whether a row may be found more than once: by itself, and by several children.
  let isChecking: Bool
  private(set) var rows: [(root: Int, record: ObjectRecord)] = []
  /// Filled as soon as there is more than one row.
  private var seen: Set<Pair> = []

  init(isChecking: Bool) { self.isChecking = isChecking }

  mutating func insert(_ root: Int, _ record: ObjectRecord) {
    if isChecking, let last = rows.last {
      if last.root == root, last.record === record { return }
      if rows.count == 1 {
        seen.insert(Pair(root: last.root, record: ObjectIdentifier(last.record)))
      }
      let pair = Pair(root: root, record: ObjectIdentifier(record))
      guard seen.insert(pair).inserted else { return }
    }
    rows.append((root, record))
  }
}
