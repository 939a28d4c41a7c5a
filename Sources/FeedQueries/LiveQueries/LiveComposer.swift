import FeedModel
import FeedSnapshots

/// Keeps the results of live queries in step with their lists: each row is shown as one item.
final class LiveComposer {
  /// The results, in the order of registration.
  var results: LiveResults
  let roots: [ShownQuery]
  private let evaluator: CommitEvaluator

  /// Makes a composer, whose results are empty until ``compose()``.
  init(names: [String], _ evaluator: CommitEvaluator) {
    self.evaluator = evaluator
    roots = evaluator.roots
    results = LiveResults(
      names.map {
        LiveResult(name: $0, version: 1, sections: LiveResult.Sections(), failure: nil)
      }
    )
  }

  /// Composes all results.
  ///
  /// - Complexity: O(*n* · log *n*) for *n* rows.
  func compose() {
    for (index, root) in roots.enumerated() {
      var sections = LiveResult.Sections()
      var entries: [LiveResult.Sections.Entry] = []
      evaluator.showWhole(of: index) { row in
        entries.append(entry(row, of: root))
        return 1
      } ending: { list in
        guard !entries.isEmpty || !root.node.isGrouped else { return }
        do throws(SnapshotError) {
          try sections.insertSection(list.key, content: .of(list), at: sections.sectionCount)
          try sections.insertItems(entries, inSection: list.key, at: 0)
        } catch {
          preconditionFailure("a group or a row occurs twice in one query: \(error)")
        }
        entries.removeAll(keepingCapacity: true)
        list.hasSection = true
      }
      results[index].sections = sections
      results[index].failure = root.failure?.reason
    }
  }

  /// Brings the results up to date with the lists.
  ///
  /// - Complexity: O(*c* · log *n*) for *c* changed rows.
  func apply(_ edits: QueryEdits) -> [(result: Int, updates: BatchUpdates)] {
    var lists = edits.lists
    if lists.count > 1 { lists.sort { $0.root < $1.root } }
    var updates: [(result: Int, updates: BatchUpdates)] = []
    var rest = lists[...]
    var reordered = edits.reordered[...]
    while let result = rest.first?.root {
      let end = rest.firstIndex { $0.root != result } ?? rest.endIndex
      let moved = reordered.prefix { $0.root == result }
      reordered = reordered.dropFirst(moved.count)
      let batch = perform(rest[..<end], moved, on: &results[result].sections, of: roots[result])
      if !batch.isEmpty { updates.append((result, batch)) }
      rest = rest[end...]
    }
    guard edits.hasStatusChanges else { return updates }
    let changed = Set(updates.map(\.result))
    for index in results.indices where results[index].failure != roots[index].failure?.reason {
      results[index].failure = roots[index].failure?.reason
      if !changed.contains(index) { updates.append((index, BatchUpdates())) }
    }
    return updates.sorted { $0.result < $1.result }
  }

  /// Edits one result.
  ///
  /// - Returns: The batch, known unless sections are inserted, removed or changed, or several of
  ///   them move.
  private func perform(
    _ edits: ContiguousArray<ListEdit>.SubSequence,
    _ reordered: ArraySlice<ListEdit>,
    on sections: inout LiveResult.Sections,
    of query: ShownQuery
  ) -> BatchUpdates {
    let old = sections
    do throws(SnapshotError) {
      var moves = ContiguousArray<BatchUpdates.SectionMove>()
      for list in reordered.lazy.map(\.list) {
        let previous = list.previousSection?.key
        if let move = try sections.moveSection(list.key, behind: previous, orTo: 0) {
          moves.append(move)
        }
      }
      var isStated = moves.count < 2
      var splices = ContiguousArray<LiveResult.Sections.Splice>()
      for edit in edits {
        let list = edit.list
        splices.append(splice(edit, of: query))
        if edit.node.isGrouped, !list.hasSection, list.weight > 0 {
          isStated = false
          let place = edit.node.sections(before: edit.partition)
          try sections.insertSection(list.key, content: .of(list), at: place)
          list.hasSection = true
        } else if edit.isRetitled, list.hasSection {
          isStated = false
          try sections.setContent(.of(list), ofSection: list.key)
        }
      }
      splices.removeAll(where: \.isEmpty)
      var batch = try sections.splice(splices)
      if isStated { isStated = batch.state(moves) }
      for list in edits.lazy.map(\.list) where list.hasSection && list.weight == 0 {
        isStated = false
        sections.deleteSection(list.key)
        list.hasSection = false
      }
      return isStated ? batch : old.updates(to: sections)
    } catch {
      preconditionFailure("a row occurs twice in one query: \(error)")
    }
  }

  /// Returns the edits of the items of a list.
  private func splice(_ edit: ListEdit, of query: ShownQuery) -> LiveResult.Sections.Splice {
    var splice = LiveResult.Sections.Splice(section: edit.list.key, removals: edit.removals)
    for row in edit.arrivals { row.weight = 1 }
    for change in edit.rows {
      switch change {
      case .arrived(let row): splice.insert(entry(row, of: query), at: row.offset)
      case .changed(let row, _): splice.replace(with: entry(row, of: query), at: row.offset)
      case .departed: break
      }
    }
    edit.forEachReplaced(reserving: { splice.reserve(replacements: $0) }) {
      splice.replace(with: entry($0, of: query), at: $1)
    }
    return splice
  }

  private func entry(_ row: ShownRow, of query: ShownQuery) -> LiveResult.Sections.Entry {
    LiveResult.Sections.Entry(id: row.id, content: LiveRow(row, of: query))
  }
}

extension LiveSection {
  fileprivate static func of(_ list: ShownList) -> LiveSection {
    LiveSection(title: list.title, aggregates: list.partition.group?.aggregates ?? [])
  }
}

extension ListEdit {
  fileprivate var arrivals: some Sequence<ShownRow> {
    rows.lazy.compactMap { if case .arrived(let row) = $0 { row } else { nil } }
  }
}
