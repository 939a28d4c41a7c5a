extension ContentSnapshot {
  /// The edits of the items of one section.
  @usableFromInline
  package typealias Splice = SectionSplice<SectionID, ItemID, ItemContent>

  /// Deletes, inserts and changes items in several sections at once.
  ///
  /// Each node is copied at most once, and the batch needs no comparison, because items that are not in
  /// a splice stay. The batch equals the result of ``updates(to:profile:)``.
  ///
  /// - Precondition: The sections are in the snapshot, each in one splice, with valid offsets.
  /// - Parameter contents: Remaining items with their new contents; items that are not in the
  ///   snapshot are ignored.
  /// - Throws: ``SnapshotError`` with code ``SnapshotError/Code/duplicateItem`` if an
  ///   inserted item is already in the snapshot; the snapshot is then unchanged.
  /// - Complexity: O(*k* · log *n*) for *k* items in all splices.
  @inlinable
  package mutating func splice(
    _ splices: some Collection<Splice>,
    contents: [Entry] = []
  ) throws(SnapshotError) -> BatchUpdates {
    if contents.isEmpty {
      if splices.allSatisfy(\.onlyReplaces) { return replace(splices) }
      if let batch = moveOnly(splices) { return batch }
    }
    if splices.isEmpty {
      var batch = BatchUpdates()
      batch.reconfigureItems = setContents(contents)
      return batch
    }
    var works = ContiguousArray<SpliceWork>()
    works.reserveCapacity(splices.count)
    for splice in splices {
      works.append(SpliceWork(splice, in: require(section: splice.section)))
    }
    add(contents, to: &works)
    if works.count > 1 { works.sort { $0.place.index < $1.place.index } }
    for work in works { work.prepare() }
    let before = self
    var editor = takeEditor()
    for index in works.indices { works[index].run(&editor) }
    table = editor.table
    let relocations = editor.relocations
    editor = TreeEditor(table: NodeTable())
    let matches = SpliceMatches(works)
    do throws(SnapshotError) {
      if let id = matches.repeated { throw .itemRepeated(id) }
      index(works, matches, coming: try before.checkedHashes(of: matches.unmatched, of: works))
    } catch {
      self = before
      throw error
    }
    for relocation in relocations {
      itemIndex.relocate(
        hash: HashIndex.hash(of: relocation.element.id),
        from: relocation.source,
        to: relocation.target
      )
    }
    finish(works)
    checkAfterMutation()
    return UpdatePlan(works, matches).batch
  }

  /// Changes the contents of items in several sections, without insertions and deletions.
  ///
  /// - Precondition: The sections are in the snapshot, each in one splice, which only replaces.
  /// - Complexity: O(*k* · log *n*) for *k* items in all splices.
  @inlinable
  package mutating func replace(_ splices: some Sequence<Splice>) -> BatchUpdates {
    var sections = ContiguousArray<SectionEdit>()
    var batch = BatchUpdates()
    for splice in splices where !splice.replacements.isEmpty {
      // For the first splice only: exact reservations for each splice would reallocate every time.
      if sections.isEmpty { batch.reconfigureItems.reserveCapacity(splice.replacements.count) }
      let place = require(section: splice.section)
      var splice = splice
      splice.orderReplacements()
      let edits = splice.replacements
      guard let items = place.record.items, edits[edits.count - 1].offset < items.count else {
        preconditionFailure("an item is replaced after the end of its section")
      }
      let changed = TreeEditor(table: NodeTable()).replacing(edits[...], in: items) { old, edit in
        guard !edit.entry.hasSameBody(as: old) else { return false }
        batch.reconfigureItems.append(SnapshotPath(section: place.index, item: edit.offset))
        return true
      }
      guard let changed else { continue }
      var record = place.record
      record.items = changed
      sections.append(SectionEdit(offset: place.index, element: record))
    }
    if sections.count > 1 {
      sections.sort { $0.offset < $1.offset }
      batch.reconfigureItems.sort()
    }
    replaceSections(sections)
    checkAfterMutation()
    return batch
  }

  /// Changes the contents of the remaining items that are in the snapshot.
  @inlinable
  func add(_ contents: [Entry], to works: inout ContiguousArray<SpliceWork>) {
    guard !contents.isEmpty else { return }
    var places: [Int: Int] = [:]
    for (place, work) in works.enumerated() { places[work.place.index] = place }
    for entry in contents {
      guard let found = find(item: entry.id) else { continue }
      if let place = places[found.section.index] {
        // An item that moves takes its content with it.
        guard let offset = works[place].splice.newOffset(of: found.offset) else { continue }
        works[place].splice.replace(with: entry, at: offset)
      } else {
        var splice = Splice(section: found.section.record.id)
        splice.replace(with: entry, at: found.offset)
        places[found.section.index] = works.count
        works.append(SpliceWork(splice, in: found.section))
      }
    }
  }

  /// Returns the index entries of inserted items, if no id occurs twice.
  @inlinable
  func checkedHashes(
    of arrivals: ContiguousArray<SpliceMatches.Place>,
    of works: ContiguousArray<SpliceWork>
  ) throws(SnapshotError) -> ContiguousArray<UInt64> {
    if arrivals.isEmpty { return [] }
    func id(_ number: UInt32) -> ItemID {
      let arrival = arrivals[Int(number)]
      return works[arrival.work].splice.insertions[arrival.index].entry.id
    }
    var places = ContiguousArray<UInt64>()
    places.reserveCapacity(arrivals.count)
    for index in arrivals.indices {
      let number = UInt32(truncatingIfNeeded: index)
      places.append(HashIndex.entry(hash: HashIndex.hash(of: id(number)), leaf: number))
    }
    return try checkedHashes(places, id: id) { number in
      let arrival = arrivals[Int(number)]
      return works[arrival.work].log.arrivals[arrival.index]
    }
  }

  /// Moves an item within its section, if that is the only edit.
  ///
  /// This is the most frequent change of an order. The batch is known without a search: an item that passes several
  /// others moves, and so does a changed item that passes a single unchanged one.
  ///
  /// - Returns: The batch, or `nil` if there are other edits; the snapshot is then unchanged.
  /// - Complexity: O(log *n*).
  @inlinable
  mutating func moveOnly(_ splices: some Collection<Splice>) -> BatchUpdates? {
    guard splices.count == 1, let splice = splices.first, splice.replacements.isEmpty,
      splice.insertions.count == 1, splice.removals.count == 1
    else { return nil }
    let place = require(section: splice.section)
    let (source, target) = (splice.removals[0], splice.insertions[0].offset)
    let entry = splice.insertions[0].entry
    guard let items = place.record.items, source < items.count, target < items.count else {
      preconditionFailure("an item is moved from or to an offset after the end of its section")
    }
    let old = items.element(at: source)
    guard old.id == entry.id else { return nil }
    let hasChanged = !entry.hasSameBody(as: old)
    guard source != target, hasChanged || abs(source - target) > 1 else { return nil }
    move(itemAt: source, in: place, to: target, showing: entry)
    checkAfterMutation()
    let path = SnapshotPath(section: place.index, item: target)
    var batch = BatchUpdates()
    batch.moveItems = [.init(from: SnapshotPath(section: place.index, item: source), to: path)]
    if hasChanged { batch.reconfigureItems = [path] }
    return batch
  }

  /// Updates the index of the inserted and deleted items.
  @inlinable
  mutating func index(
    _ works: ContiguousArray<SpliceWork>,
    _ matches: SpliceMatches,
    coming hashes: ContiguousArray<UInt64>
  ) {
    for (workIndex, work) in works.enumerated() {
      for (index, departure) in work.log.departures.enumerated() {
        let hash = HashIndex.hash(of: departure.element.id)
        if let arrival = matches.arrival(ofDeparture: index, work: workIndex) {
          itemIndex.relocate(
            hash: hash,
            from: departure.leaf,
            to: works[arrival.work].log.arrivals[arrival.index]
          )
        } else {
          itemIndex.remove(hash: hash, leaf: departure.leaf)
        }
      }
    }
    itemIndex.insert(sortedByHash: hashes)
  }

  /// Stores the new items of the sections.
  @inlinable
  mutating func finish(_ works: ContiguousArray<SpliceWork>) {
    var edits = ContiguousArray<SectionEdit>()
    edits.reserveCapacity(works.count)
    for work in works {
      if let items = work.items {
        table.setParent(of: items.id, to: work.place.record.handle | NodeTable.handleBit)
      }
      var record = work.place.record
      record.items = work.items
      edits.append(SectionEdit(offset: work.place.index, element: record))
    }
    replaceSections(edits)
  }
}

extension ContentSnapshot {
  /// A splice with its section and its result.
  @usableFromInline
  final class SpliceWork {
    @usableFromInline
    var splice: Splice
    @usableFromInline
    let place: SectionPlace
    @usableFromInline
    var edits: ContiguousArray<TreeEdit<Entry>> = []
    @usableFromInline
    var items: ItemNode?
    @usableFromInline
    var log = TreeEditLog<Entry>()

    @inlinable
    init(_ splice: Splice, in place: SectionPlace) {
      self.splice = splice
      self.place = place
      items = place.record.items
      self.splice.orderInsertions()
    }

    /// The number of items of the section before the splice.
    @inlinable
    var count: Int { place.record.weight }

    /// Finds the edits.
    @inlinable
    func prepare() {
      splice.orderReplacements()
      edits = splice.edits(count: count)
    }

    @inlinable
    func run(_ editor: inout TreeEditor<Entry>) {
      items = editor.edit(edits, of: items, log: &log)
    }
  }
}
