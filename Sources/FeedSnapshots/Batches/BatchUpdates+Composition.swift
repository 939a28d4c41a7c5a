extension BatchUpdates {
  /// Folds consecutive batches into one, without reading any snapshot.
  ///
  /// An item that is inserted and deleted again disappears, moves are joined, and marks stay with
  /// their items. The result has the edits from the first snapshot to the last. One difference
  /// remains: an item that one batch deletes and a later one inserts counts as a new item, because
  /// batches contain no ids.
  ///
  /// ```swift
  /// // As a.updates(to: c), from a thin client's batches:
  /// BatchUpdates.folding([ab, bc], itemCounts: [[3, 2], [3, 3], [2, 3]])
  /// ```
  ///
  /// - Precondition: Each batch is valid for the result of the batch before it, and there is one
  ///   more list of counts than there are batches.
  /// - Parameters:
  ///   - batches: The batches, in the order in which they are performed.
  ///   - itemCounts: The item count of each section, before the first batch and after each batch.
  ///   - profile: Whether moved sections may have inserted, deleted or moved items.
  /// - Complexity: O(*b* · *n* + *d* log *d*) for *b* batches, *n* items and *d* edits.
  public static func folding(
    _ batches: [BatchUpdates],
    itemCounts: [[Int]],
    profile: UpdateProfile = .safe
  ) -> BatchUpdates {
    precondition(
      itemCounts.count == batches.count + 1,
      "\(itemCounts.count) lists of counts for \(batches.count) batches"
    )
    var tokens = TokenDocument(itemCounts: itemCounts[0])
    let old = tokens.snapshot
    for (batch, counts) in zip(batches, itemCounts.dropFirst()) {
      tokens.perform(batch, itemCounts: counts)
    }
    return old.updates(to: tokens.snapshot, profile: profile)
  }
}

/// A document of numbers in place of sections and items whose ids are unknown.
private struct TokenDocument {
  struct Section {
    var token: Int
    var items: [Int]
  }

  var sections: [Section] = []
  var nextToken = 0
  var reloadedSections: [Int] = []
  var reloaded: [Int] = []
  var reconfigured: [Int] = []

  init(itemCounts: [Int]) {
    for count in itemCounts { sections.append(Section(token: token(), items: tokens(count))) }
  }

  private mutating func token() -> Int {
    nextToken += 1
    return nextToken
  }

  private mutating func tokens(_ count: Int) -> [Int] {
    var result: [Int] = []
    for _ in 0..<count { result.append(token()) }
    return result
  }

  /// The document as a snapshot, without the marks of deleted items and sections.
  var snapshot: Snapshot<Int, Int> {
    var snapshot = Snapshot<Int, Int>()
    do {
      try snapshot.appendSections(sections.map(\.token))
      for section in sections { try snapshot.appendItems(section.items, toSection: section.token) }
      try snapshot.reloadSections(reloadedSections.filter { snapshot.indexOfSection($0) != nil })
      try snapshot.reloadItems(reloaded.filter { snapshot.contains($0) })
      try snapshot.reconfigureItems(reconfigured.filter { snapshot.contains($0) })
    } catch {
      preconditionFailure("tokens are unique: \(error)")
    }
    return snapshot
  }

  mutating func perform(_ batch: BatchUpdates, itemCounts: [Int]) {
    let old = sections
    var rest = old
    for path in (batch.deleteItems + batch.moveItems.map(\.from)).sorted(by: >) {
      rest[path.section].items.remove(at: path.item)
    }
    let gone = Set(batch.deleteSections + batch.moveSections.map(\.from))
    sections = rest.indices.filter { !gone.contains($0) }.map { rest[$0] }
    var arrivals = batch.moveSections.map { (to: $0.to, section: rest[$0.from]) }
    let inserted = Set(batch.insertSections)
    for index in batch.insertSections {
      arrivals.append((index, Section(token: token(), items: tokens(itemCounts[index]))))
    }
    for arrival in arrivals.sorted(by: { $0.to < $1.to }) {
      sections.insert(arrival.section, at: arrival.to)
    }
    var items = batch.moveItems.map { (to: $0.to, token: old[$0.from.section].items[$0.from.item]) }
    for path in batch.insertItems { items.append((path, token())) }
    for item in items.sorted(by: { $0.to < $1.to }) where !inserted.contains(item.to.section) {
      sections[item.to.section].items.insert(item.token, at: item.to.item)
    }
    reloadedSections += batch.reloadSections.map { sections[$0].token }
    reloaded += batch.reloadItems.map { sections[$0.section].items[$0.item] }
    reconfigured += batch.reconfigureItems.map { sections[$0.section].items[$0.item] }
  }
}
