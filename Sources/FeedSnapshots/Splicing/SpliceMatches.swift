extension ContentSnapshot {
  /// The matches between inserted and deleted items: an item in both has moved.
  @usableFromInline
  struct SpliceMatches {
    /// An inserted or deleted item of one of the sections.
    @usableFromInline
    struct Place: Hashable {
      @usableFromInline
      let work: Int
      @usableFromInline
      let index: Int

      @inlinable
      init(work: Int, index: Int) {
        self.work = work
        self.index = index
      }
    }

    /// The index of each section's first departure among all departures.
    @usableFromInline
    var starts: ContiguousArray<Int> = []
    /// The target of each departure.
    @usableFromInline
    var arrivals: ContiguousArray<Place?> = []
    /// The source of each arrival, by section and offset.
    @usableFromInline
    var departures: ContiguousArray<ContiguousArray<Place?>> = []
    /// The items that are new.
    @usableFromInline
    var unmatched: ContiguousArray<Place> = []
    /// An item that is deleted and inserted more than once, or `nil`.
    @usableFromInline
    var repeated: ItemID?

    @inlinable
    init(_ works: ContiguousArray<SpliceWork>) {
      var places = ContiguousArray<Place>()
      var arrivalCount = 0
      for (work, part) in works.enumerated() {
        starts.append(places.count)
        for index in part.log.departures.indices { places.append(Place(work: work, index: index)) }
        departures.append(ContiguousArray(repeating: nil, count: part.splice.insertions.count))
        arrivalCount += part.splice.insertions.count
      }
      arrivals = ContiguousArray(repeating: nil, count: places.count)
      var table: [ItemID: Int]?
      if places.count * arrivalCount > 64 {
        var entries: [ItemID: Int] = [:]
        entries.reserveCapacity(places.count)
        for (number, place) in places.enumerated() {
          entries[works[place.work].log.departures[place.index].element.id] = number
        }
        table = entries
      }
      for (work, part) in works.enumerated() {
        for (index, insertion) in part.splice.insertions.enumerated() {
          let id = insertion.entry.id
          let number =
            if let table { table[id] } else {
              places.firstIndex { works[$0.work].log.departures[$0.index].element.id == id }
            }
          if let number {
            if arrivals[number] != nil { repeated = id }
            arrivals[number] = Place(work: work, index: index)
            departures[work][index] = places[number]
          } else {
            unmatched.append(Place(work: work, index: index))
          }
        }
      }
    }

    /// Returns the target of an item that left a section.
    @inlinable
    func arrival(ofDeparture index: Int, work: Int) -> Place? { arrivals[starts[work] + index] }
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
