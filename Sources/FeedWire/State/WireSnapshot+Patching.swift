public import FeedModel
public import FeedSnapshots

extension ContentSnapshot
where
  SectionID == Text,
  SectionContent == WireHeader,
  ItemID == Text,
  ItemContent == WireLook
{
  /// Returns the snapshot after a patch.
  ///
  /// The patch is not trusted: its batch is checked against the rules for batches, 1 to 11, 14, 15 and 17 to 21,
  /// and its contents against the edits of the batch.
  ///
  /// - Throws: ``WireError`` with code ``WireError/Code/invalidBatch``, and the number of the violated rule.
  /// - Complexity: O(*d* log *n*) for *d* edits, and O(*k*) for *k* items of inserted or deleted sections.
  public func applying(_ patch: FeedPatch) throws(WireError) -> Self {
    var performer = try PatchPerformer(self, patch)
    return try performer.perform()
  }
}

/// The execution of one patch, in the order in which a list view performs its batch.
private struct PatchPerformer {
  let old: WireSnapshot
  let patch: FeedPatch
  var new: WireSnapshot
  let deleted: Set<Int>
  let inserted: Set<Int>
  let reloaded: Set<Int>
  let insertedItems: Set<SnapshotPath>

  var batch: BatchUpdates { patch.batch }

  init(_ old: WireSnapshot, _ patch: FeedPatch) throws(WireError) {
    self.old = old
    self.patch = patch
    new = old
    let batch = patch.batch
    deleted = try Self.unique(7, batch.deleteSections)
    inserted = try Self.unique(7, batch.insertSections)
    reloaded = try Self.unique(20, batch.reloadSections)
    insertedItems = try Self.unique(6, batch.insertItems)
  }

  mutating func perform() throws(WireError) -> WireSnapshot {
    try checkContents()
    let movedSections = try checkSections()
    let movedItems = try checkItems()
    takeItemsOut()
    for index in batch.deleteSections { new.deleteSection(old.sectionID(at: index)) }
    try arrangeSections(movedSections)
    try putItemsIn(movedItems)
    try mark()
    return new
  }

  private static func refuse(_ rule: Int, _ what: String) -> WireError {
    WireError(.invalidBatch, "\(what) (rule \(rule))")
  }

  private static func unique<Place: Hashable>(
    _ rule: Int,
    _ places: [Place]
  ) throws(WireError) -> Set<Place> {
    let set = Set(places)
    guard set.count == places.count else { throw refuse(rule, "a place is named by two edits") }
    return set
  }

  /// Checks that the contents match the edits that need them.
  private func checkContents() throws(WireError) {
    guard patch.sections.count == batch.insertSections.count,
      patch.items.count == batch.insertItems.count,
      patch.changes.map(\.at) == batch.reconfigureItems + batch.reloadItems,
      patch.headers.map(\.at) == batch.reloadSections
    else { throw WireError(.invalidBatch, "the contents are not those of the batch's edits") }
  }

  /// Checks rules 1, 2, 7 and 8 for sections.
  private func checkSections() throws(WireError) -> [Text] {
    let sources = try Self.unique(8, batch.moveSections.map(\.from))
    let targets = try Self.unique(8, batch.moveSections.map(\.to))
    guard sources.isDisjoint(with: deleted), targets.isDisjoint(with: inserted) else {
      throw Self.refuse(7, "a section is named by a move and by another edit")
    }
    let oldSections = 0..<old.sectionCount
    guard deleted.union(sources).allSatisfy({ oldSections.contains($0) }) else {
      throw Self.refuse(1, "a section is outside the \(old.sectionCount) old ones")
    }
    let count = old.sectionCount - deleted.count + inserted.count
    guard inserted.union(targets).union(reloaded).allSatisfy({ (0..<count).contains($0) }) else {
      throw Self.refuse(2, "a section is outside the \(count) new ones")
    }
    return batch.moveSections.map { old.sectionID(at: $0.from) }
  }

  /// Checks rules 3, 5, 6 and 8 to 11 for items, and rule 18 for inserted items that exist.
  private func checkItems() throws(WireError) -> [WireSnapshot.Entry] {
    let sources = try Self.unique(8, batch.moveItems.map(\.from))
    let targets = try Self.unique(8, batch.moveItems.map(\.to))
    let gone = try Self.unique(5, batch.deleteItems)
    guard sources.isDisjoint(with: gone), targets.isDisjoint(with: insertedItems) else {
      throw Self.refuse(5, "an item is named by a move and by another edit")
    }
    for path in batch.deleteItems + batch.moveItems.map(\.from) {
      guard hasPlace(path) else { throw Self.refuse(3, "item \(path) is not there") }
      guard !deleted.contains(path.section) else {
        throw Self.refuse(9, "item \(path) is in a section that is deleted")
      }
    }
    for path in batch.insertItems + batch.moveItems.map(\.to) where inserted.contains(path.section)
    {
      throw Self.refuse(11, "item \(path) is in a section that is inserted")
    }
    for item in patch.items {
      guard let section = old.section(containing: Text(item.id)) else { continue }
      guard let index = old.index(ofSection: section), deleted.contains(index) else {
        throw Self.refuse(18, "inserted item '\(item.id)' is there already")
      }
    }
    return batch.moveItems.map { old.item(at: $0.from) }
  }

  /// Removes items from last to first, adjacent ones together.
  private mutating func takeItemsOut() {
    var rest = (batch.deleteItems + batch.moveItems.map(\.from)).sorted(by: >)[...]
    while let last = rest.popFirst() {
      var first = last
      while let next = rest.first, next.section == first.section, next.item == first.item - 1 {
        first = next
        rest.removeFirst()
      }
      new.deleteItems(
        inSection: old.sectionID(at: last.section),
        range: first.item..<last.item + 1
      )
    }
  }

  /// Moves and inserts sections from first to last; sections to move wait at the end of the list.
  private mutating func arrangeSections(_ moved: [Text]) throws(WireError) {
    try Self.edit { () throws(SnapshotError) in
      for id in moved { try new.moveSection(id, to: new.sectionCount - 1) }
    }
    var placed = new.sectionCount - moved.count
    var arrivals: [(index: Int, id: Text?, section: WireSection?)] = []
    for (move, id) in zip(batch.moveSections, moved) { arrivals.append((move.to, id, nil)) }
    for (index, section) in zip(batch.insertSections, patch.sections) {
      arrivals.append((index, nil, section))
    }
    for arrival in arrivals.sorted(by: { $0.index < $1.index }) {
      guard arrival.index <= placed else {
        throw Self.refuse(17, "the sections that stay do not fill the places that are left")
      }
      placed += 1
      try Self.edit { () throws(SnapshotError) in
        if let id = arrival.id { try new.moveSection(id, to: arrival.index) }
        guard let section = arrival.section else { return }
        let id = Text(section.id)
        try new.insertSection(id, content: section.header, at: arrival.index)
        try new.insertItems(section.items.map(\.entry), inSection: id, at: 0)
      }
    }
  }

  /// Inserts items from first to last, adjacent ones together.
  private mutating func putItemsIn(_ moved: [WireSnapshot.Entry]) throws(WireError) {
    var arrivals = zip(batch.moveItems, moved).map { (path: $0.to, entry: $1) }
    for (path, item) in zip(batch.insertItems, patch.items) { arrivals.append((path, item.entry)) }
    var rest = arrivals.sorted { $0.path < $1.path }[...]
    while let first = rest.popFirst() {
      guard hasPlace(first.path, orEnd: true) else {
        throw Self.refuse(4, "item \(first.path) is behind the end of its section")
      }
      var entries = [first.entry]
      while let next = rest.first, next.path.section == first.path.section,
        next.path.item - entries.count == first.path.item
      {
        entries.append(next.entry)
        rest.removeFirst()
      }
      let section = new.sectionID(at: first.path.section)
      try Self.edit { () throws(SnapshotError) in
        try new.insertItems(entries, inSection: section, at: first.path.item)
      }
    }
  }

  /// Checks rules 20 and 21, and applies the changes of contents.
  private mutating func mark() throws(WireError) {
    _ = try Self.unique(21, patch.changes.map(\.at))
    var entries: [WireSnapshot.Entry] = []
    for change in patch.changes {
      let path = change.at
      guard hasPlace(path), !insertedItems.contains(path), !inserted.contains(path.section),
        !reloaded.contains(path.section)
      else { throw Self.refuse(20, "item \(path) is not there, or is new in any case") }
      let entry = new.item(at: path)
      entries.append(.init(id: entry.id, content: entry.content.applying(change)))
    }
    new.setContents(entries)
    for header in patch.headers {
      guard !inserted.contains(header.at) else {
        throw Self.refuse(20, "section \(header.at) is new in any case")
      }
      let section = new.sections[header.at]
      let content = section.content.applying(header.set)
      try Self.edit { () throws(SnapshotError) in
        try new.setContent(content, ofSection: section.id)
      }
    }
  }

  /// Returns whether a path names an item, or the end of its section.
  private func hasPlace(_ path: SnapshotPath, orEnd isEnd: Bool = false) -> Bool {
    guard (0..<new.sectionCount).contains(path.section) else { return false }
    let count = new.sections[path.section].items.count
    return (0..<count).contains(path.item) || isEnd && path.item == count
  }

  /// Edits a snapshot, which rejects ids that exist already: rules 17 and 18.
  private static func edit(_ body: () throws(SnapshotError) -> Void) throws(WireError) {
    do throws(SnapshotError) { try body() } catch { throw refuse(18, error.message) }
  }
}
