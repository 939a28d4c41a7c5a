extension SequenceMatcher {
  /// A place in a list of leaves; between two leaves, it is at the start of the second.
  @usableFromInline
  struct Cursor {
    @usableFromInline
    let runs: ContiguousArray<Run>
    @usableFromInline
    var run = 0
    @usableFromInline
    var offset = 0

    @inlinable
    init(_ runs: ContiguousArray<Run>) { self.runs = runs }

    @inlinable
    var isAtEnd: Bool { run == runs.count }

    /// The element under the cursor.
    @inlinable
    var element: Element { runs[run].node.elements[offset] }

    /// Returns the cursor after the given number of elements.
    @inlinable
    mutating func advance(by count: Int) {
      offset += count
      while run < runs.count, offset >= runs[run].node.elements.count {
        offset -= runs[run].node.elements.count
        run += 1
      }
    }

    /// Returns the key at a distance.
    @inlinable
    func key(ahead distance: Int) -> Element.Key? {
      var place = self
      place.advance(by: distance)
      return place.isAtEnd ? nil : runs[place.run].node.elements[place.offset].key
    }

    /// Returns the keys of at most the given number of elements ahead.
    @inlinable
    func keys(ahead limit: Int) -> ContiguousArray<Element.Key> {
      var result = ContiguousArray<Element.Key>()
      var place = offset
      for run in runs[run...] {
        for element in run.node.elements[place...] {
          if result.count == limit { return result }
          result.append(element.key)
        }
        place = 0
      }
      return result
    }
  }

  /// Walks two lists of leaves in parallel, matching equal elements and skipping the others.
  @inlinable
  mutating func walk(_ oldRuns: ContiguousArray<Run>, _ newRuns: ContiguousArray<Run>) {
    var old = Cursor(oldRuns)
    var new = Cursor(newRuns)
    var matched = 0
    var hashed = 0
    while !old.isAtEnd, !new.isAtEnd {
      let count = matchEqual(&old, &new)
      matched += count
      if old.isAtEnd || new.isAtEnd { break }
      if count > 0, old.element.key == new.element.key { continue }  // only a leaf has ended
      guard let skip = distance(from: old, new, matched: matched, hashed: &hashed) else { break }
      skipOld(&old, skip.old)
      skipNew(&new, skip.new)
    }
    skipOld(&old, Int.max)
    skipNew(&new, Int.max)
  }

  /// Matches equal elements up to the next difference or the end of a leaf.
  @inlinable
  mutating func matchEqual(_ old: inout Cursor, _ new: inout Cursor) -> Int {
    let oldRun = old.runs[old.run]
    let newRun = new.runs[new.run]
    let oldElements = oldRun.node.elements
    let newElements = newRun.node.elements
    let limit = min(oldElements.count - old.offset, newElements.count - new.offset)
    let oldOffset = old.offset
    let newOffset = new.offset
    let pair = pairs.count - 1
    var count = 0
    while count < limit, oldElements[oldOffset + count].key == newElements[newOffset + count].key {
      noteIfChanged(
        oldElements[oldOffset + count],
        newElements[newOffset + count],
        Crossing(
          oldPair: pair,
          oldRank: oldRun.start + oldOffset + count,
          newPair: pair,
          newRank: newRun.start + newOffset + count
        )
      )
      count += 1
    }
    guard count > 0 else { return 0 }
    pairs[pair].blocks.append(
      oldStart: oldRun.start + oldOffset,
      newStart: newRun.start + newOffset,
      count: count
    )
    old.advance(by: count)
    new.advance(by: count)
    return count
  }

  /// Returns the distances to the next equal elements, or `nil` if a search does not pay off.
  @inlinable
  func distance(
    from old: Cursor,
    _ new: Cursor,
    matched: Int,
    hashed: inout Int
  ) -> (old: Int, new: Int)? {
    // Nearly all changes concern one or two elements: try these without hashing.
    for sum in 1...4 {
      for skip in 0...sum {
        guard let left = old.key(ahead: skip), let right = new.key(ahead: sum - skip) else {
          continue
        }
        if left == right { return (skip, sum - skip) }
      }
    }
    var window = 32
    while hashed < 2048 + 4 * matched {
      let newKeys = new.keys(ahead: window)
      let oldKeys = old.keys(ahead: window)
      hashed += newKeys.count + oldKeys.count
      var places: [Element.Key: Int] = [:]
      places.reserveCapacity(newKeys.count)
      for (place, key) in newKeys.enumerated() { places[key] = place }
      var best: (old: Int, new: Int)?
      for (place, key) in oldKeys.enumerated() {
        if let best, place >= best.old + best.new { break }
        guard let found = places[key] else { continue }
        if best.map({ place + found < $0.old + $0.new }) ?? true { best = (place, found) }
      }
      if let best { return best }
      if newKeys.count < window, oldKeys.count < window { return nil }
      window *= 4
    }
    return nil
  }

  @inlinable
  mutating func skipOld(_ cursor: inout Cursor, _ count: Int) {
    SequenceMatcher.skip(&cursor, count, pair: pairs.count - 1, into: &oldLeftovers)
  }

  @inlinable
  mutating func skipNew(_ cursor: inout Cursor, _ count: Int) {
    SequenceMatcher.skip(&cursor, count, pair: pairs.count - 1, into: &newLeftovers)
  }

  @inlinable
  static func skip(
    _ cursor: inout Cursor,
    _ count: Int,
    pair: Int,
    into leftovers: inout ContiguousArray<Leftover>
  ) {
    var rest = count
    while rest > 0, !cursor.isAtEnd {
      let run = cursor.runs[cursor.run]
      let part = min(rest, run.node.elements.count - cursor.offset)
      let range = cursor.offset..<cursor.offset + part
      if let last = leftovers.last, last.pair == pair, last.node === run.node,
        last.range.upperBound == range.lowerBound
      {
        leftovers[leftovers.count - 1].range = last.range.lowerBound..<range.upperBound
      } else {
        leftovers.append(Leftover(node: run.node, start: run.start, pair: pair, range: range))
      }
      cursor.advance(by: part)
      rest -= part
    }
  }
}
