/// A conversion of the matches of two snapshots into a batch.
@usableFromInline
struct UpdatePlan<SectionID, SectionContent, ItemID, ItemContent>
where
  SectionID: Hashable & Sendable,
  SectionContent: Equatable & Sendable,
  ItemID: Hashable & Sendable,
  ItemContent: Equatable & Sendable
{
  @usableFromInline
  typealias Snapshot = ContentSnapshot<SectionID, SectionContent, ItemID, ItemContent>
  @usableFromInline
  typealias SectionList = Snapshot.SectionList
  @usableFromInline
  typealias Sections = SequenceMatcher<Snapshot.Record>
  @usableFromInline
  typealias Items = SequenceMatcher<Snapshot.Entry>

  /// A section that is in both snapshots and has changed.
  @usableFromInline
  struct ChangedSection {
    @usableFromInline
    let old: Int
    @usableFromInline
    let new: Int
    @usableFromInline
    let isReloaded: Bool
    /// The index of its pair in the items' matcher; negative if no item has changed.
    @usableFromInline
    let pair: Int
    /// Whether each block of the pair stays.
    @usableFromInline
    var stays: ContiguousArray<Bool> = []
    /// Whether items are inserted, deleted or moved.
    @usableFromInline
    var hasStructure = false
    /// The number of items of the section before and after.
    @usableFromInline
    let size: Int
    /// Whether the section is deleted and inserted.
    @usableFromInline
    var isRebuilt = false

    @inlinable
    init(old: Int, new: Int, isReloaded: Bool, pair: Int, size: Int) {
      self.old = old
      self.new = new
      self.isReloaded = isReloaded
      self.pair = pair
      self.size = size
    }
  }

  @usableFromInline
  let profile: UpdateProfile
  /// Whether a section whose own content changed is reloaded.
  @usableFromInline
  let reloadsSections: Bool
  @usableFromInline
  var sections = Sections()
  @usableFromInline
  var items = Items()
  /// The changed sections by new index.
  @usableFromInline
  var changed: ContiguousArray<ChangedSection> = []
  /// The changed section of each pair of the items' matcher.
  @usableFromInline
  var sectionOfPair: ContiguousArray<Int> = []
  @usableFromInline
  var batch = BatchUpdates()

  @inlinable
  init(profile: UpdateProfile) {
    self.profile = profile
    reloadsSections = true
  }

  @inlinable
  init(
    from old: SectionList,
    to new: SectionList,
    profile: UpdateProfile,
    reloadsSections: Bool = true
  ) {
    self.profile = profile
    self.reloadsSections = reloadsSections
    guard old.root !== new.root else { return }
    sections.add(old: old.root, new: new.root)
    sections.finish()
    matchItems(old, new)
    chooseItems()
    placeSections()
    emitItems()
    emitMarks()
  }

  /// Matches the items of all sections that have changed.
  @inlinable
  mutating func matchItems(_ old: SectionList, _ new: SectionList) {
    sections.changed.sort { $0.newRank < $1.newRank }
    for change in sections.changed {
      let before = old[change.oldRank].record
      let after = new[change.newRank].record
      var pair = -1
      if before.items !== after.items {
        pair = items.pairs.count
        items.add(old: before.items, new: after.items)
        sectionOfPair.append(changed.count)
      }
      changed.append(
        ChangedSection(
          old: change.oldRank,
          new: change.newRank,
          isReloaded: reloadsSections && before.content != after.content,
          pair: pair,
          size: before.weight + after.weight
        )
      )
    }
    items.finish()
  }

  /// Chooses the items of each section that stay.
  @inlinable
  mutating func chooseItems() {
    if items.changed.count > 1 {
      items.changed.sort { ($0.newPair, $0.newRank) < ($1.newPair, $1.newRank) }
    }
    var next = 0
    for index in changed.indices where changed[index].pair >= 0 {
      let pair = changed[index].pair
      if !StayingBlocks.isIncreasing(items.pairs[pair].blocks) {
        var changes = ContiguousArray<Int>()
        while next < items.changed.count, items.changed[next].newPair <= pair {
          let change = items.changed[next]
          if change.newPair == pair, change.oldPair == pair { changes.append(change.newRank) }
          next += 1
        }
        changed[index].stays = StayingBlocks.choose(items.pairs[pair].blocks, changes: changes)
      }
      changed[index].hasStructure =
        changed[index].stays.contains(false) || items.pairs[pair].hasCrossings
        || !items.pairs[pair].deletes.isEmpty || !items.pairs[pair].inserts.isEmpty
    }
  }

  /// Chooses the sections that stay, move, or are rebuilt.
  @inlinable
  mutating func placeSections() {
    guard let pair = sections.pairs.first else { return }
    batch.deleteSections = Array(pair.deletes.reversed())
    batch.insertSections = Array(pair.inserts)
    if StayingBlocks.isIncreasing(pair.blocks) { return }
    var weights = ContiguousArray(pair.blocks.map(\.count))
    if profile == .safe {
      let unit = pair.blocks.reduce(into: 1) { $0 += $1.count }
      var block = 0
      for section in changed where section.hasStructure {
        while pair.blocks[block].newStart + pair.blocks[block].count <= section.new { block += 1 }
        weights[block] += (section.size + 1) * unit
      }
    }
    let stays = StayingBlocks.heaviest(pair.blocks, weights: weights)
    var next = 0
    for (block, stays) in zip(pair.blocks, stays) where !stays {
      for offset in 0..<block.count {
        let new = block.newStart + offset
        while next < changed.count, changed[next].new < new { next += 1 }
        if profile == .safe, next < changed.count, changed[next].new == new,
          changed[next].hasStructure
        {
          changed[next].isRebuilt = true
          batch.deleteSections.append(block.oldStart + offset)
          batch.insertSections.append(new)
        } else {
          batch.moveSections.append(.init(from: block.oldStart + offset, to: new))
        }
      }
    }
    batch.deleteSections.sort(by: >)
    batch.insertSections.sort()
  }
}

extension UpdatePlan {
  /// Stores the results of splices in place of a comparison of two snapshots.
  @inlinable
  init(_ works: ContiguousArray<Snapshot.SpliceWork>, _ matches: Snapshot.SpliceMatches) {
    self.init(profile: .safe)
    for (number, work) in works.enumerated() {
      var pair = Items.Pair(blocks: work.splice.stayingBlocks(count: work.count))
      for index in work.log.departures.indices {
        guard let arrival = matches.arrival(ofDeparture: index, work: number) else {
          pair.deletes.append(work.splice.removals[index])
          continue
        }
        if arrival.work != number { pair.hasCrossings = true }
      }
      for (index, insertion) in work.splice.insertions.enumerated() {
        guard let source = matches.departures[number][index] else {
          pair.inserts.append(insertion.offset)
          continue
        }
        let crossing = Items.Crossing(
          oldPair: source.work,
          oldRank: works[source.work].splice.removals[source.index],
          newPair: number,
          newRank: insertion.offset
        )
        if source.work == number {
          pair.blocks.append(oldStart: crossing.oldRank, newStart: crossing.newRank, count: 1)
        } else {
          pair.hasCrossings = true
          items.crossings.append(crossing)
        }
        let old = works[source.work].log.departures[source.index].element
        items.noteIfChanged(old, insertion.entry, crossing)
      }
      for (index, isDifferent) in work.log.differences.enumerated() where isDifferent {
        let rank = work.splice.replacements[index].offset
        items.changed.append(
          .init(oldPair: number, oldRank: rank, newPair: number, newRank: rank)
        )
      }
      pair.blocks.normalize()
      items.pairs.append(pair)
      sectionOfPair.append(number)
      changed.append(
        ChangedSection(
          old: work.place.index,
          new: work.place.index,
          isReloaded: false,
          pair: number,
          size: work.count + (work.items?.count ?? 0)
        )
      )
    }
    chooseItems()
    emitItems()
    emitMarks()
  }
}
