import FeedModel

/// The lists that are shown as sections, and the one way from what a commit changed to edits of them.
///
/// The weight of a row is the number of items that show it, and the weight of a group with a
/// section is one. So each offset is the sum of the weights before it, and a change costs only its
/// own size. The lists know the shown rows; the composer determines their items, and so their
/// weights.
final class ShownLists {
  /// A query that is shown, and what its lists need to know of how.
  private struct Root {
    let node: QueryNode
    let mayFold: Bool
  }

  private let queries: QuerySet
  private let roots: [Root]
  /// The root of each node whose rows are shown as one item each, always the same one.
  private var plainRoots: [Int?]
  /// The columns on which it depends which items show a table's rows; `nil` if on anything.
  private var deciding: [[Int]?]
  /// The rows of the roots that show a row.
  private var lineage: RootRows
  /// Whether rows are shown as the children of others.
  private let hasChildren: Bool

  /// Gathers which rows show which.
  init(_ roots: [(query: ShownQuery, use: QueryUse)], of queries: QuerySet) {
    self.queries = queries
    self.roots = roots.map { Root(node: $0.query.node, mayFold: $0.use.mayFold) }
    plainRoots = queries.nodes.map { _ in nil }
    hasChildren = roots.contains { !$0.query.children.isEmpty }
    lineage = RootRows(queries)
    deciding = queries.tables.map { _ in [] }
    for (index, root) in roots.enumerated() {
      lineage.add(root: index, root.query.node)
      if root.use.isPlain { plainRoots[root.query.node.index] = index }
      add(root.query, root.use.deciding, path: [])
    }
    deciding = deciding.map { $0.map { Array(Set($0)) } }
  }

  /// Notes on which columns the items of a query's rows depend, and whose children are shown with them.
  private func add(_ query: ShownQuery, _ fields: [[String]: [String]]?, path: [String]) {
    if let fields {
      let columns = fields[path, default: []].compactMap(query.node.fields.place)
      deciding[query.table]?.append(contentsOf: columns)
    } else {
      deciding[query.table] = nil
    }
    for child in query.children {
      lineage.add(child.query.node, below: query.node, depth: path.count + 1)
      add(child.query, fields, path: path + [child.name])
    }
  }

  // MARK: The whole

  /// Shows everything of a query, as if nothing had been.
  func showWhole(
    of root: Int,
    weighing weigh: (ShownRow) -> Int,
    ending end: (ShownList) -> Void
  ) {
    let node = roots[root].node
    let lists = node.listsInOrder
    for list in lists { node.setHasSection(false, list) }
    for list in lists {
      if roots[root].mayFold, list.root != 0, list.group?.isFolded == true {
        node.hideAll(of: list)
      } else {
        node.showAll(of: list) { weigh(ShownRow(record: $0, node: node)) }
      }
      end(ShownList(partition: list, node: node))
    }
  }

  // MARK: The edit of what changed

  /// Turns what a commit changed into edits of the lists.
  ///
  /// - Parameter changes: The changes of the queries; the rows are in their new places already.
  /// - Returns: The edits. Arriving rows have no weight yet; the other rows have their old weight.
  /// - Complexity: O(*c* · log *n*) for *c* rows that are concerned.
  func edits(after changes: QueryChanges) -> QueryEdits {
    var edits = QueryEdits(hasStatusChanges: changes.hasStatusChanges)
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
    noteObjects(changes, &edits)
    for edit in edits.lists {
      edit.noteFolding(mayFold: roots[edit.root].mayFold)
      edit.partition.edit = nil
    }
    edits.findReordered()
    return edits
  }

  /// Notes which shown rows show objects that have changed, or other children than before.
  private func noteObjects(_ changes: QueryChanges, _ edits: inout QueryEdits) {
    var rows = ShownRows(isChecking: hasChildren)
    func note(_ root: Int, _ record: ObjectRecord) {
      guard record.isShown(in: roots[root].node) else { return }
      rows.insert(root, record)
    }
    for change in changes.objects {
      guard let old = change.oldContent else { continue }
      let record = change.record
      let nodes = queries.tables[record.table].nodes
      let slots = record.placements.occupied
      if slots.allSatisfy({ plainRoots[nodes[Int($0)].index] != nil }) {
        for slot in slots {
          let node = nodes[Int(slot)]
          guard let root = plainRoots[node.index], let place = record.placements[node.slot],
            place.isShown, node.fields.differ(old, record.content)
          else { continue }
          edits.edit(place.partition, of: node, root).replace(record)
        }
        continue
      }
      let mayYieldOthers = mayYieldOthers(record, old)
      for slot in slots {
        let node = nodes[Int(slot)]
        guard node.fields.differ(old, record.content) else { continue }
        edits.contents.append(ShownRow(record: record, node: node))
        if mayYieldOthers { lineage.forEachRoot(showing: record, in: node, queries, note) }
      }
    }
    if hasChildren {
      for move in changes.moves where lineage.isIncluded(move.node) {
        for key in move.parentKeys {
          lineage.forEachRoot(showingChildrenOf: key, in: move.node, queries, note)
        }
      }
    }
    for (root, record) in rows.rows {
      let node = roots[root].node
      guard let list = record.placements[node.slot]?.partition else { continue }
      edits.edit(list, of: node, root).change(record)
    }
  }

  /// Returns whether rows that show an object may have other items than with its old content.
  private func mayYieldOthers(_ record: ObjectRecord, _ old: Content) -> Bool {
    guard let columns = deciding[record.table] else { return true }
    return columns.contains { old.values[$0] != record.content.values[$0] }
  }
}

extension QueryEdits {
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
