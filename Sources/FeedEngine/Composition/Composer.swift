import FeedDefinition
import FeedModel
import FeedQueries
import FeedSnapshots
import FeedStore

/// Turns what changed in the lists of queries into edits of the master snapshot.
///
/// The lists know which rows arrived, left or may have changed, and their places; the composer
/// determines the items of each row, in the order of the feed file.
final class Composer {
  typealias Composition = FeedSnapshot.Composition

  /// The current sections and items.
  var composition = Composition()
  let sections: [ComposedSection]
  let evaluator: CommitEvaluator
  /// The items that more than one object yields, and who goes without.
  var claims: SharedItems
  /// The contents that items of every kind read from the rows of each query.
  private let looks: ItemReaders
  /// The times relative to now; `nil` if no item shows any.
  let times: RelativeTimes?

  /// Makes a composer for sections, empty until ``recompose()``.
  init(sections: [ComposedSection], _ times: RelativeTimes?, _ evaluator: CommitEvaluator) {
    self.sections = sections
    self.times = times
    self.evaluator = evaluator
    claims = SharedItems(sectionCount: sections.count)
    looks = ItemReaders(sections)
  }

  /// Brings the master snapshot up to date with the queries.
  ///
  /// - Returns: The batch that leads to the new snapshot if only items changed or only sections
  ///   moved, which is the usual case; `nil` if the snapshots must be compared.
  /// - Complexity: O(*c* · log *n*) for *c* items of the changed objects in a feed of *n*, and of those
  ///   that show another relative time.
  @discardableResult
  func apply(_ edits: QueryEdits) -> BatchUpdates? {
    defer { assert(brokenPromise(after: edits) == nil, brokenPromise(after: edits) ?? "") }
    guard let times else { return show(edits) }
    let due = times.advance(to: evaluator.time)
    var batch = show(edits)
    let contents = due.compactMap { item in
      composition.content(of: item).flatMap { times.measured(item, $0) }
        .map { ComposedItem(id: item, content: $0) }
    }
    let changed = composition.setContents(contents)
    if !changed.isEmpty {
      // Which of two neighbours moves that change places depends on what else changes of them.
      if batch?.moveItems.isEmpty == false { batch = nil }
      batch?.reconfigureItems.append(contentsOf: changed)
      batch?.reconfigureItems.sort()
    }
    times.forget { composition.contains($0) }
    return batch
  }

  private func show(_ edits: QueryEdits) -> BatchUpdates? {
    var contents: [ComposedItem] = []
    looks.append(edits.contents, in: composition, to: &contents)
    guard !edits.lists.isEmpty else {
      // Most commits change what items show, and nothing else.
      var batch = BatchUpdates()
      batch.reconfigureItems = composition.setContents(contents)
      return batch
    }
    if contents.isEmpty, edits.onlyReplace { return replace(edits.lists) }
    forgetClaims(of: edits.lists)
    var works = ContiguousArray<ListWork>()
    for edit in edits.lists { works.append(ask(edit)) }
    let moves = moveSections(edits.reordered)
    guard var batch = splice(&works, contents), let moves, batch.state(moves) else { return nil }
    return batch
  }

  /// Returns the first promise of the contract with queries that showing a commit broke; for
  /// assertions.
  ///
  /// - Complexity: O(*c* · log *n*) for *c* lists of the commit.
  private func brokenPromise(after edits: QueryEdits) -> String? {
    for edit in edits.lists {
      let (section, list) = (sections[edit.root], edit.list)
      let id = section.id(of: list)
      let shown = composition.itemCount(inSection: id)
      guard (shown != nil) == isPresent(section, list) else {
        return "section '\(id)' is in the snapshot or in the list of sections, not in both"
      }
      let expected = list.weight > 0 ? list.weight : section.standIn(for: list) == nil ? 0 : 1
      guard shown ?? 0 == expected else {
        return "section '\(id)' has \(shown ?? 0) items, and its rows weigh \(expected)"
      }
    }
    return nil
  }

  /// Names an item that a source's sections claim although another place shows it, and that place.
  ///
  /// - Returns: A sentence, or `nil` if there is no such item.
  func contest(of source: Name) -> String? {
    for section in sections where section.declaration.source == source {
      guard let item = claims.contested(in: section) else { continue }
      let loser = section.declaration.id
      let winner = composition.section(containing: item)?.declaration ?? loser
      return winner == loser
        ? "section '\(loser)' has '\(item)' more than once, and shows it once"
        : "section '\(loser)' leaves out '\(item)', which section '\(winner)' shows"
    }
    return nil
  }

  /// Whether some item is claimed more than once.
  var isContested: Bool { !claims.isEmpty }
}

// The whole, where nothing is known of what the snapshot shows.
extension Composer {
  /// Composes the whole feed.
  ///
  /// An item that is claimed more than once is shown where it comes first in the feed, so that the
  /// outcome does not depend on what came first in time.
  ///
  /// - Complexity: O(*n* · log *n*) for a feed of *n* items.
  func recompose() {
    composition = Composition()
    times?.begin(at: evaluator.time)
    claims = SharedItems(sectionCount: sections.count)
    for section in sections {
      section.count = 0
      section.showsPlaceholder = false
      composeQuery(section)
    }
    // Items that were claimed since then belong to the first claimant.
    _ = claims.takeOpen()
  }

  private func composeQuery(_ section: ComposedSection) {
    var items: [ComposedItem] = []
    var ids: Set<ItemID> = []
    evaluator.showWhole(of: section.index) { row in
      let start = items.count
      for item in self.items(of: row, in: section) {
        if !composition.contains(item.id), ids.insert(item.id).inserted {
          items.append(item)
        } else {
          claims.lose(item.id, .init(section: section, row: row))
        }
      }
      return items.count - start
    } ending: { list in
      fill(section, list, with: items)
      items.removeAll(keepingCapacity: true)
      ids.removeAll(keepingCapacity: true)
    }
  }

  /// Fills an empty section with its items, or with a placeholder.
  private func fill(_ section: ComposedSection, _ list: ShownList?, with items: [ComposedItem]) {
    let standIn = items.isEmpty ? section.standIn(for: list) : nil
    guard !items.isEmpty || standIn != nil else { return }
    makePresent(section, list)
    if let standIn {
      insert(CollectionOfOne(standIn), into: section.id(of: list), at: 0)
      section.showsPlaceholder = !section.isGrouped
    } else {
      insert(items, into: section.id(of: list), at: 0)
    }
  }
}
