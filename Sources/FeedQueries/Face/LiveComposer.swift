import FeedModel
import FeedSnapshots

/// Keeps the results of live queries in step with their lists: each row is shown as one item.
final class LiveComposer {
  /// The results, in the order of registration.
  var results: LiveResults
  let roots: [QueryRoot]
  private let lists: ShownLists

  /// Makes a composer, whose results are empty until ``compose()``.
  init(names: [String], roots: [QueryRoot], queries: QuerySet) {
    self.roots = roots
    lists = ShownLists(
      roots.map { ShownLists.Root($0, isPlain: $0.children.isEmpty) },
      of: queries
    )
    results = LiveResults(
      names.map {
        LiveResult(name: $0, version: 1, sections: LiveResult.Sections(), failure: nil)
      }
    )
  }

  /// Composes everything anew.
  ///
  /// - Complexity: O(*n* · log *n*) for *n* rows.
  func compose() {
    for (index, root) in roots.enumerated() {
      var sections = LiveResult.Sections()
      for edit in lists.whole(of: index) where !edit.arrivals.isEmpty || !root.node.isGrouped {
        let key = edit.list.key
        do throws(SnapshotError) {
          try sections.insertSection(key, content: .of(edit.list), at: sections.sectionCount)
          let entries = edit.arrivals.map { entry($0, of: root) }
          try sections.insertItems(entries, inSection: key, at: 0)
        } catch {
          preconditionFailure("a group or a row stands twice in one query: \(error)")
        }
        for record in edit.arrivals { root.node.setWeight(1, of: record) }
        root.node.setHasSection(true, edit.list)
      }
      results[index].sections = sections
      results[index].failure = root.failure
    }
  }

  /// Brings the results up to date with the lists.
  ///
  /// - Parameter changes: What the queries have found.
  /// - Returns: The results that differ by now, with the batches that lead to them.
  /// - Complexity: O(*c* · log *n*) for *c* changed rows.
  func apply(_ changes: QueryChanges) -> [(result: Int, updates: BatchUpdates)] {
    var edits = lists.edits(after: changes, asking: { _ in true }).lists
    if edits.count > 1 { edits.sort { $0.root < $1.root } }
    var updates: [(result: Int, updates: BatchUpdates)] = []
    var rest = edits[...]
    while let result = rest.first?.root {
      let end = rest.firstIndex { $0.root != result } ?? rest.endIndex
      let batch = perform(rest[..<end], on: &results[result].sections, of: roots[result])
      if !batch.isEmpty { updates.append((result, batch)) }
      rest = rest[end...]
    }
    guard changes.hasStatusChanges else { return updates }
    let changed = Set(updates.map(\.result))
    for index in results.indices where results[index].failure != roots[index].failure {
      results[index].failure = roots[index].failure
      if !changed.contains(index) { updates.append((index, BatchUpdates())) }
    }
    return updates.sorted { $0.result < $1.result }
  }

  /// Edits one result.
  ///
  /// - Returns: The batch, stated unless sections come, go, move or change themselves.
  private func perform(
    _ edits: ContiguousArray<ListEdit>.SubSequence,
    on sections: inout LiveResult.Sections,
    of root: QueryRoot
  ) -> BatchUpdates {
    let node = root.node
    let old = sections
    var isStated = true
    do throws(SnapshotError) {
      for edit in ListEdit.reordered(edits) {
        isStated = false
        let previous = node.section(before: edit.list)?.key
        try sections.moveSection(edit.list.key, behind: previous, orTo: 0)
      }
      var splices = ContiguousArray<LiveResult.Sections.Splice>()
      for edit in edits {
        splices.append(splice(edit, of: root))
        if node.isGrouped, !node.hasSection(edit.list), !edit.arrivals.isEmpty {
          isStated = false
          let place = node.sections(before: edit.list)
          try sections.insertSection(edit.list.key, content: .of(edit.list), at: place)
          node.setHasSection(true, edit.list)
        } else if edit.isRetitled, node.hasSection(edit.list) {
          isStated = false
          try sections.setContent(.of(edit.list), ofSection: edit.list.key)
        }
      }
      splices.removeAll(where: \.isEmpty)
      let batch = try sections.splice(splices)
      for edit in edits where node.hasSection(edit.list) && node.weight(of: edit.list) == 0 {
        isStated = false
        sections.deleteSection(edit.list.key)
        node.setHasSection(false, edit.list)
      }
      return isStated ? batch : old.updates(to: sections)
    } catch {
      preconditionFailure("a row stands twice in one query: \(error)")
    }
  }

  /// What is to become of the items of a list.
  private func splice(_ edit: ListEdit, of root: QueryRoot) -> LiveResult.Sections.Splice {
    let node = root.node
    var splice = LiveResult.Sections.Splice(section: edit.list.key, removals: edit.removals)
    for record in edit.arrivals { node.setWeight(1, of: record) }
    for record in edit.arrivals {
      splice.insert(entry(record, of: root), at: node.offset(of: record))
    }
    for record in edit.changed + edit.replaced {
      splice.replace(with: entry(record, of: root), at: node.offset(of: record))
    }
    return splice
  }

  private func entry(_ record: ObjectRecord, of root: QueryRoot) -> LiveResult.Sections.Entry {
    LiveResult.Sections.Entry(id: record.id, content: LiveRow(record, of: root))
  }
}

extension LiveSection {
  fileprivate static func of(_ list: Partition) -> LiveSection {
    LiveSection(title: list.group?.title, aggregates: list.group?.aggregates ?? [])
  }
}

extension QueryRoot {
  /// Why the rows may be old, if any statement of the query or its children has failed.
  var failure: String? {
    node.failure ?? children.lazy.compactMap(\.root.failure).first
  }
}
