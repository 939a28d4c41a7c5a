import FeedSnapshots

/// The hashes of all sections and items of a snapshot, updated from version to version.
///
/// An update hashes only the items that differ. It combines the hashes of a section again if any of its items
/// differs, with one multiplication per item.
struct ContentHashes<SectionID, SectionContent, ItemID, ItemContent>: Sendable
where
  SectionID: Hashable & Sendable,
  SectionContent: Equatable & Sendable,
  ItemID: Hashable & Sendable,
  ItemContent: Equatable & Sendable
{
  typealias Snapshot = ContentSnapshot<SectionID, SectionContent, ItemID, ItemContent>

  struct Section: Sendable {
    let id: SectionID
    var content: SectionContent
    /// The hash of the section's header.
    var header: UInt64
    var items: ContiguousArray<UInt64>
    /// The combined hash of the section; `nil` if it must be computed again.
    var whole: UInt64?
  }

  private(set) var sections: [Section] = []
  private var shown = Snapshot()
  /// The total number of hashed items.
  private(set) var hashedItems = 0
  /// The total number of combined item hashes.
  private(set) var foldedItems = 0
  private let header: @Sendable (SectionID, SectionContent) -> UInt64
  private let item: @Sendable (ItemID, ItemContent) -> UInt64

  init(
    header: @escaping @Sendable (SectionID, SectionContent) -> UInt64,
    item: @escaping @Sendable (ItemID, ItemContent) -> UInt64
  ) {
    self.header = header
    self.item = item
  }

  /// Returns the checksum of the included sections.
  func checksum(_ isIncluded: (SectionID) -> Bool) -> Checksum {
    var hash = FNV1a()
    for section in sections where isIncluded(section.id) { hash.add(word: section.whole ?? 0) }
    return Checksum(hash.value)
  }

  /// Updates the hashes to another version.
  mutating func update(to new: Snapshot) {
    let batch = shown.sections.updates(
      to: new.sections,
      profile: .minimal,
      reloadsSections: false
    )
    let moved = batch.moveItems.map { sections[$0.from.section].items[$0.from.item] }
    remove(batch.deleteItems + batch.moveItems.map(\.from))
    arrange(batch, new)
    var arrivals = zip(batch.moveItems, moved).map { (path: $0.to, hash: $1) }
    for path in batch.insertItems { arrivals.append((path, hash(of: new.sections, at: path))) }
    insert(arrivals.sorted { $0.path < $1.path })
    for path in batch.reconfigureItems {
      sections[path.section].items[path.item] = hash(of: new.sections, at: path)
      sections[path.section].whole = nil
    }
    fold(new)
    shown = new
  }
}

extension ContentHashes {
  private mutating func hash(of list: Snapshot.SectionList, at path: SnapshotPath) -> UInt64 {
    hash(of: list[path.section].items[path.item])
  }

  private mutating func hash(of entry: Snapshot.Entry) -> UInt64 {
    hashedItems += 1
    return item(entry.id, entry.content)
  }

  /// Removes items, with one pass over each affected section.
  private mutating func remove(_ paths: [SnapshotPath]) {
    for (section, paths) in Dictionary(grouping: paths, by: \.section) {
      let gone = Set(paths.map(\.item))
      let items = sections[section].items
      sections[section].items = []
      for index in items.indices where !gone.contains(index) {
        sections[section].items.append(items[index])
      }
      sections[section].whole = nil
    }
  }

  /// Deletes, inserts and moves sections.
  private mutating func arrange(_ batch: BatchUpdates, _ new: Snapshot) {
    guard !(batch.deleteSections + batch.insertSections).isEmpty || !batch.moveSections.isEmpty
    else { return }
    let gone = Set(batch.deleteSections + batch.moveSections.map(\.from))
    var arrivals = batch.moveSections.map { (index: $0.to, section: sections[$0.from]) }
    let list = new.sections
    for index in batch.insertSections {
      let section = list[index]
      var items = ContiguousArray<UInt64>()
      for entry in section.items { items.append(hash(of: entry)) }
      arrivals.append(
        (
          index,
          Section(
            id: section.id,
            content: section.content,
            header: header(section.id, section.content),
            items: items
          )
        )
      )
    }
    var stay = sections.indices.filter { !gone.contains($0) }.map { sections[$0] }[...]
    var result: [Section] = []
    for arrival in arrivals.sorted(by: { $0.index < $1.index }) {
      while result.count < arrival.index, let section = stay.popFirst() { result.append(section) }
      result.append(arrival.section)
    }
    sections = result + stay
  }

  /// Inserts items in the order of their paths, with one pass over each affected section.
  private mutating func insert(_ arrivals: [(path: SnapshotPath, hash: UInt64)]) {
    var rest = arrivals[...]
    while let index = rest.first?.path.section {
      let here = rest.prefix { $0.path.section == index }
      rest = rest.dropFirst(here.count)
      var stay = sections[index].items[...]
      var items = ContiguousArray<UInt64>()
      items.reserveCapacity(stay.count + here.count)
      for arrival in here {
        let count = arrival.path.item - items.count
        items += stay.prefix(count)
        stay = stay.dropFirst(count)
        items.append(arrival.hash)
      }
      sections[index].items = items + stay
      sections[index].whole = nil
    }
  }

  /// Combines the hashes of the sections with differences.
  private mutating func fold(_ new: Snapshot) {
    for (index, section) in new.sections.enumerated() {
      if sections[index].content != section.content {
        sections[index].content = section.content
        sections[index].header = header(section.id, section.content)
        sections[index].whole = nil
      }
      guard sections[index].whole == nil else { continue }
      foldedItems += sections[index].items.count
      sections[index].whole = Checksum.hash(
        ofItems: sections[index].items,
        header: sections[index].header
      )
    }
  }
}
