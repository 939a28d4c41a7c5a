extension SequenceMatcher {
  /// An element that the walk has skipped in a new sequence, and where it came from.
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

  /// Matches what the walks have skipped, and sorts out what became of each element.
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
    var table: [Element.Key: Int]?
    if arrivals.count * departures > 64 {
      var entries = [Element.Key: Int](minimumCapacity: arrivals.count)
      for (index, arrival) in arrivals.enumerated() { entries[arrival.element.key] = index }
      table = entries
    }
    for leftover in oldLeftovers {
      for offset in leftover.range {
        let element = leftover.node.elements[offset]
        let place =
          if let table { table[element.key] } else {
            arrivals.firstIndex { $0.element.key == element.key }
          }
        if let place {
          meet(element, leftover.pair, leftover.start + offset, &arrivals[place])
        } else {
          pairs[leftover.pair].deletes.append(leftover.start + offset)
        }
      }
    }
    settle(arrivals)
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
  mutating func settle(_ arrivals: ContiguousArray<Arrival>) {
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
}
