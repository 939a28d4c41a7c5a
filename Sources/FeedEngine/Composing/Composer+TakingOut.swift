import FeedQueries
import FeedSnapshots

/// What has to be put into the snapshot once everything that leaves its place is out.
struct PendingSplices {
  /// Objects that have come into a section.
  var arrivals: [(section: ComposedSection, record: ObjectRecord)] = []
  /// Items that come into the middle of an object that stays.
  var refills: [Refill] = []
  /// Groups that are folded, or whose objects have changed while they are.
  var folds = SectionLists()
  /// Groups whose objects are shown again.
  var unfolds = SectionLists()
  /// Lists that may have no items any more.
  var depleted = SectionLists()

  struct Refill {
    let section: ComposedSection
    let record: ObjectRecord
    /// How many of the object's items stand before the new ones.
    let offset: Int
    let items: [ComposedItem]
  }
}

/// Lists with the sections that show them, each once, in the order of their finding.
struct SectionLists {
  private(set) var lists: [(section: ComposedSection, partition: Partition)] = []
  private var known: Set<ObjectIdentifier> = []

  mutating func insert(_ section: ComposedSection, _ partition: Partition) {
    if known.insert(ObjectIdentifier(partition)).inserted { lists.append((section, partition)) }
  }

  func contains(_ partition: Partition) -> Bool { known.contains(ObjectIdentifier(partition)) }
}

extension Composer {
  /// Takes everything out of the snapshot that leaves its place, and notes what is to be put in.
  ///
  /// Taking out comes first, for all sections, because an item may go from one to another.
  func takeOut(_ changes: QueryChanges) {
    var limited = TouchedLists()
    for move in changes.moves {
      guard let section = root(of: move.node) else { continue }
      if let removal = move.removal {
        forgetClaims(of: move.record, in: section)
        if removal.partition.group?.showsFold == true {
          pending.folds.insert(section, removal.partition)
          pending.depleted.insert(section, removal.partition)
        } else if removal.weight > 0 {
          takeOut(
            removal.offset..<(removal.offset + removal.weight),
            of: section.id(of: removal.partition)
          )
          pending.depleted.insert(section, removal.partition)
        }
      }
      if move.node.hasWindow {
        limited.add(move)
      } else if move.insertion != nil {
        pending.arrivals.append((section, move.record))
      }
    }
    foldGroups(changes)
    for window in limited.lists {
      guard let section = root(of: window.node), !isFolding(window.partition, section) else {
        continue
      }
      adjustWindow(of: window.partition, section, window.records)
    }
    for root in affectedRoots(changes) { takeOutChanged(root.record, of: root.section) }
  }

  /// Whether a list has no window to adjust, since it is folded, or will be shown as a whole.
  private func isFolding(_ partition: Partition, _ section: ComposedSection) -> Bool {
    guard !pending.unfolds.contains(partition) else { return true }
    guard section.isFolded(partition) else { return false }
    // Its first objects may have come just now.
    partition.setShowsFold(true)
    pending.folds.insert(section, partition)
    return true
  }

  func root(of node: QueryNode) -> ComposedSection? {
    lineage.root(of: node).map { sections[$0] }
  }

  // MARK: Windows

  /// Hides the objects that fell out of a list's window, and has those shown that came in.
  private func adjustWindow(
    of partition: Partition,
    _ section: ComposedSection,
    _ touched: [ObjectRecord]
  ) {
    guard let node = section.node else { return }
    let changes = node.windowChanges(of: partition, touched: touched)
    for record in changes.leaving { hide(record, of: section) }
    pending.arrivals += changes.entering.map { (section, $0) }
  }

  private func hide(_ record: ObjectRecord, of section: ComposedSection) {
    guard let node = section.node, let placement = record.placements[node.slot] else { return }
    let offset = node.list.weight(before: placement.handle)
    let weight = node.list.weight(of: placement.handle)
    takeOut(offset..<(offset + weight), of: section.id(of: placement.partition))
    forgetClaims(of: record, in: section)
    node.list.setWeight(0, of: placement.handle)
    record.setShown(false, in: node)
    pending.depleted.insert(section, placement.partition)
  }

  // MARK: Objects that yield other items than before

  /// The shown objects of sections that may yield other items, each once, in order of their finding.
  func affectedRoots(
    _ changes: QueryChanges
  ) -> [(section: ComposedSection, record: ObjectRecord)] {
    guard !changes.moves.isEmpty || changes.objects.contains(where: isDecisive) else { return [] }
    var roots: [(section: ComposedSection, record: ObjectRecord)] = []
    var seen: Set<Pair> = []
    func note(_ index: Int, _ record: ObjectRecord) {
      let section = sections[index]
      guard let node = section.node, record.placements[node.slot]?.isShown == true,
        seen.insert(Pair(section: section, record: record)).inserted
      else { return }
      roots.append((section, record))
    }
    for move in changes.moves where lineage.isIncluded(move.node) {
      for key in move.parentKeys {
        lineage.forEachRoot(showingChildrenOf: key, in: move.node, queries, note)
      }
    }
    for change in changes.objects where isDecisive(change) {
      for node in queries.nodes(of: change.record) {
        lineage.forEachRoot(showing: change.record, in: node, queries, note)
      }
    }
    return roots
  }

  /// Whether it may depend on an object's change which items it yields.
  func isDecisive(_ change: ObjectChange) -> Bool {
    guard let old = change.oldContent else { return false }
    return decisive[change.record.table].contains {
      old.values[$0] != change.record.content.values[$0]
    }
  }

  private struct Pair: Hashable {
    let section: ObjectIdentifier
    let record: ObjectIdentifier

    init(section: ComposedSection, record: ObjectRecord) {
      self.section = ObjectIdentifier(section)
      self.record = ObjectIdentifier(record)
    }
  }

  /// Takes those items of an object out that differ from what it yields now.
  private func takeOutChanged(_ record: ObjectRecord, of section: ComposedSection) {
    guard let node = section.node, let placement = record.placements[node.slot] else { return }
    let sectionID = section.id(of: placement.partition)
    let offset = node.list.weight(before: placement.handle)
    let weight = node.list.weight(of: placement.handle)
    // What shows nothing may have no section, or one that shows its placeholder.
    let old =
      weight == 0
      ? [] : composition.items(inSection: sectionID, range: offset..<(offset + weight))
    // What it goes without is found again, if it still yields it.
    forgetClaims(of: record, in: section)
    let new = items(of: record, in: section)
    let middle = Middle(old, new)
    guard !middle.isEmpty else { return }
    if !middle.old.isEmpty {
      takeOut(
        (offset + middle.old.lowerBound)..<(offset + middle.old.upperBound),
        of: sectionID
      )
    }
    node.list.setWeight(Int32(weight - middle.old.count), of: placement.handle)
    pending.refills.append(
      .init(
        section: section,
        record: record,
        offset: middle.new.lowerBound,
        items: Array(new[middle.new])
      )
    )
    pending.depleted.insert(section, placement.partition)
  }
}

/// What is left of two lists of items without their equal beginnings and ends.
struct Middle {
  let old: Range<Int>
  let new: Range<Int>

  var isEmpty: Bool { old.isEmpty && new.isEmpty }

  init(_ old: [ComposedItem], _ new: [ComposedItem]) {
    var start = 0
    while start < min(old.count, new.count), old[start].id == new[start].id { start += 1 }
    var end = 0
    while end < min(old.count, new.count) - start,
      old[old.count - 1 - end].id == new[new.count - 1 - end].id
    {
      end += 1
    }
    self.old = start..<(old.count - end)
    self.new = start..<(new.count - end)
  }
}
