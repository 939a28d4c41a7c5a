import FeedSnapshots

/// Keeps the results of live queries in step with their lists.
///
/// Every row that is shown weighs one in its list, and every group that has a section weighs one, so
/// that the place of each is the weight of what stands before it; a change costs what it changes.
final class LiveComposer {
  /// The results, in the order of registration.
  var results: LiveResults
  let queries: QuerySet
  let roots: [QueryRoot]
  /// How many rows may move in one pass; with more of them, finding out where each was takes longer
  /// than comparing.
  var mostMoves = 10_000
  /// Which rows of the results show a row.
  private let lineage: Lineage
  /// Whether rows are shown as the children of others.
  private let hasChildren: Bool

  /// Makes a composer, whose results are empty until ``compose()``.
  init(names: [String], roots: [QueryRoot], queries: QuerySet) {
    self.queries = queries
    self.roots = roots
    results = LiveResults(
      names.map {
        LiveResult(name: $0, version: 1, sections: LiveResult.Sections(), failure: nil)
      }
    )
    var lineage = Lineage(queries)
    func addChildren(of root: QueryRoot, depth: Int) {
      for child in root.children {
        lineage.add(child.root.node, below: root.node, depth: depth)
        addChildren(of: child.root, depth: depth + 1)
      }
    }
    for (index, root) in roots.enumerated() {
      lineage.add(root: index, root.node)
      addChildren(of: root, depth: 1)
    }
    self.lineage = lineage
    hasChildren = roots.contains { !$0.children.isEmpty }
  }

  /// Composes everything anew.
  ///
  /// - Complexity: O(*n*) for *n* rows.
  func compose() {
    for (index, root) in roots.enumerated() {
      var sections = LiveResult.Sections()
      let node = root.node
      for (place, partition) in node.shownPartitions.enumerated() {
        do throws(SnapshotError) {
          try sections.insertSection(partition?.key ?? .null, content: .of(partition), at: place)
          guard let partition else { continue }
          try sections.insertItems(show(partition, of: root), inSection: partition.key, at: 0)
        } catch {
          preconditionFailure("a row stands twice in one query: \(error)")
        }
      }
      results[index].sections = sections
      results[index].failure = root.failure
    }
  }

  /// Has the rows of a list's window shown, and only them.
  private func show(
    _ partition: Partition,
    of root: QueryRoot
  ) -> [LiveResult.Sections.Entry] {
    let node = root.node
    var entries: [LiveResult.Sections.Entry] = []
    var handle = node.list.first(partition.root)
    var rank = 0
    while handle != 0 {
      let record = node.list[handle]
      let isShown = node.window.contains(rank)
      if isShown { entries.append(entry(record, of: root)) }
      record.setSide(node.side(ofRank: rank), in: node)
      node.list.setWeight(isShown ? 1 : 0, of: handle)
      handle = node.list.next(handle)
      rank += 1
    }
    if let group = partition.group {
      node.groups.setWeight(entries.isEmpty ? 0 : 1, of: group.handle)
    }
    return entries
  }

  func entry(_ record: ObjectRecord, of root: QueryRoot) -> LiveResult.Sections.Entry {
    LiveResult.Sections.Entry(id: record.id, content: LiveRow(record, of: root))
  }

  // MARK: What a change concerns

  /// The shown rows of the results that show an object, itself or as a child, each once.
  func affectedRows(_ changes: QueryChanges) -> [(result: Int, record: ObjectRecord)] {
    var rows = AffectedRows(isChecking: hasChildren)
    func note(_ result: Int, _ record: ObjectRecord) {
      if record.placements[roots[result].node.slot]?.isShown == true { rows.insert(result, record) }
    }
    for change in changes.objects where change.oldContent != nil {
      for node in queries.nodes(of: change.record) {
        lineage.forEachRoot(showing: change.record, in: node, queries, note)
      }
    }
    guard hasChildren else { return rows.rows }
    for move in changes.moves where lineage.isIncluded(move.node) {
      for key in move.parentKeys {
        lineage.forEachRoot(showingChildrenOf: key, in: move.node, queries, note)
      }
    }
    return rows.rows
  }

  /// The result whose rows a node's are, or `nil` if it is no root.
  func result(of node: QueryNode) -> Int? { lineage.root(of: node) }
}

/// Rows of results, each once, in the order of their finding.
private struct AffectedRows {
  private struct Pair: Hashable {
    let result: Int
    let record: ObjectIdentifier
  }

  /// Whether a row may be found more than once: by itself, and by several children.
  let isChecking: Bool
  private(set) var rows: [(result: Int, record: ObjectRecord)] = []
  /// Filled as soon as there is more than one row.
  private var seen: Set<Pair> = []

  init(isChecking: Bool) { self.isChecking = isChecking }

  mutating func insert(_ result: Int, _ record: ObjectRecord) {
    guard isChecking else {
      rows.append((result, record))
      return
    }
    if let last = rows.last, last.result == result, last.record === record { return }
    if rows.count == 1 {
      seen.insert(Pair(result: rows[0].result, record: ObjectIdentifier(rows[0].record)))
    }
    if !rows.isEmpty {
      let pair = Pair(result: result, record: ObjectIdentifier(record))
      guard seen.insert(pair).inserted else { return }
    }
    rows.append((result, record))
  }
}

extension LiveSection {
  static func of(_ partition: Partition?) -> LiveSection {
    LiveSection(title: partition?.group?.title, aggregates: partition?.group?.aggregates ?? [])
  }
}

extension QueryNode {
  /// The lists that are sections: the groups that have shown rows, or the one list of all rows.
  fileprivate var shownPartitions: [Partition?] {
    guard isGrouped else { return [partition(.null)] }
    var partitions: [Partition?] = []
    var group = groups.first(groupRoot)
    while group != 0 {
      let partition = groups[group]
      if list.count(partition.root) > window.lowerBound { partitions.append(partition) }
      group = groups.next(group)
    }
    return partitions
  }
}

extension QueryRoot {
  /// Why the rows may be old, if any statement of the query or its children has failed.
  var failure: String? {
    node.failure ?? children.lazy.compactMap(\.root.failure).first
  }
}
