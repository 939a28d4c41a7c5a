extension SequenceMatcher {
  /// An element that the walk skipped in a new sequence, with its old position if it has one.
  @usableFromInline
  struct Arrival {
    @usableFromInline
    let element: Element
    @usableFromInline
    let pair: Int
    @usableFromInline
    let rank: Int
    @usableFromInline
    var oldPair = -1
    @usableFromInline
    var oldRank = -1

    @inlinable
    init(element: Element, pair: Int, rank: Int) {
      self.element = element
      self.pair = pair
      self.rank = rank
    }
  }

  /// Matches the elements that the walks skipped, and classifies each of them.
  @inlinable
  mutating func finish() {
    if !oldLeftovers.isEmpty || !newLeftovers.isEmpty { join() }
    for pair in pairs.indices { pairs[pair].blocks.normalize() }
  }

  @inlinable
  mutating func join() {
    var arrivals = ContiguousArray<Arrival>()
    arrivals.reserveCapacity(newLeftovers.reduce(into: 0) { $0 += $1.range.count })
    for leftover in newLeftovers {
      for offset in leftover.range {
        arrivals.append(
          Arrival(
            element: leftover.node.elements[offset],
            pair: leftover.pair,
            rank: leftover.start + offset
          )
        )
      }
    }
    let departures = oldLeftovers.reduce(into: 0) { $0 += $1.range.count }
    let table = arrivals.count * departures > 64 ? KeyTable(arrivals) : nil
    for leftover in oldLeftovers {
      for offset in leftover.range {
        let element = leftover.node.elements[offset]
        let place =
          table?.find(element.key, in: arrivals)
          ?? (table == nil ? arrivals.firstIndex { $0.element.key == element.key } : nil)
        if let place {
          meet(element, leftover.pair, leftover.start + offset, &arrivals[place])
        } else {
          pairs[leftover.pair].deletes.append(leftover.start + offset)
        }
      }
    }
    place(arrivals)
  }

  @inlinable
  mutating func meet(_ old: Element, _ oldPair: Int, _ oldRank: Int, _ arrival: inout Arrival) {
    arrival.oldPair = oldPair
    arrival.oldRank = oldRank
    let crossing = Crossing(
      oldPair: oldPair,
      oldRank: oldRank,
      newPair: arrival.pair,
      newRank: arrival.rank
    )
    noteIfChanged(old, arrival.element, crossing)
  }

  @inlinable
  mutating func place(_ arrivals: ContiguousArray<Arrival>) {
    for arrival in arrivals {
      if arrival.oldPair < 0 {
        pairs[arrival.pair].inserts.append(arrival.rank)
      } else if arrival.oldPair == arrival.pair {
        pairs[arrival.pair].blocks.append(
          oldStart: arrival.oldRank,
          newStart: arrival.rank,
          count: 1
        )
      } else {
        pairs[arrival.pair].hasCrossings = true
        pairs[arrival.oldPair].hasCrossings = true
        crossings.append(
          Crossing(
            oldPair: arrival.oldPair,
            oldRank: arrival.oldRank,
            newPair: arrival.pair,
            newRank: arrival.rank
          )
        )
      }
    }
  }

  /// A hash table of arrivals that is built once, with open addressing and one word per slot.
  @usableFromInline
  struct KeyTable {
    /// The upper half of the hash, and the index of the arrival plus one.
    @usableFromInline
    var slots: ContiguousArray<UInt64>
    @usableFromInline
    let mask: Int

    @inlinable
    init(_ arrivals: ContiguousArray<Arrival>) {
      var capacity = 16
      while capacity < arrivals.count * 2 { capacity *= 2 }
      slots = ContiguousArray(repeating: 0, count: capacity)
      mask = capacity - 1
      for index in arrivals.indices {
        let hash = arrivals[index].element.key.hashValue
        var slot = hash & mask
        while slots[slot] != 0 { slot = (slot + 1) & mask }
        slots[slot] = KeyTable.tag(hash) | UInt64(truncatingIfNeeded: index + 1)
      }
    }

    @inlinable
    static func tag(_ hash: Int) -> UInt64 {
      UInt64(truncatingIfNeeded: hash) & 0xFFFF_FFFF_0000_0000
    }

    @inlinable
    func find(_ key: Element.Key, in arrivals: ContiguousArray<Arrival>) -> Int? {
      let hash = key.hashValue
      let tag = KeyTable.tag(hash)
      var slot = hash & mask
      while slots[slot] != 0 {
        let index = Int(slots[slot] & 0xFFFF_FFFF) - 1
        if slots[slot] & 0xFFFF_FFFF_0000_0000 == tag, arrivals[index].element.key == key {
          return index
        }
        slot = (slot + 1) & mask
      }
      return nil
    }
  }
}
