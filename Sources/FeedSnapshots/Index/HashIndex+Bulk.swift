extension HashIndex {
  /// Adds many entries at once, sorted by hash.
  @usableFromInline
  mutating func insert(sortedByHash entries: ContiguousArray<UInt64>) {
    guard !entries.isEmpty else { return }
    HashIndex.merge(entries[...], into: &root, shift: HashIndex.topShift)
    count += entries.count
  }

  private static func merge(
    _ entries: ContiguousArray<UInt64>.SubSequence,
    into node: inout Node,
    shift: Int
  ) {
    switch node {
    case .bucket(let bucket):
      node = make(merged(bucket, entries)[...], shift: shift)
    case .branch(var children):
      node = .empty
      var start = entries.startIndex
      while start < entries.endIndex {
        let slot = slot(of: entries[start], shift)
        var end = start + 1
        while end < entries.endIndex, self.slot(of: entries[end], shift) == slot { end += 1 }
        merge(entries[start..<end], into: &children[slot], shift: shift - bits)
        start = end
      }
      node = .branch(children)
    }
  }

  /// Merges sorted entries and entries sorted by hash into one sorted list.
  private static func merged(
    _ bucket: ContiguousArray<UInt64>,
    _ entries: ContiguousArray<UInt64>.SubSequence
  ) -> ContiguousArray<UInt64> {
    var result = ContiguousArray<UInt64>()
    result.reserveCapacity(bucket.count + entries.count)
    var place = 0
    for entry in entries {
      while place < bucket.count, bucket[place] < entry {
        result.append(bucket[place])
        place += 1
      }
      // Entries with the same hash are in the order of their elements, not of their leaves.
      var index = result.count
      result.append(entry)
      while index > 0, result[index - 1] > entry {
        result.swapAt(index - 1, index)
        index -= 1
      }
    }
    result.append(contentsOf: bucket[place...])
    return result
  }

  /// Calls a function with the index of every entry whose hash is already in the trie.
  @usableFromInline
  func forEachKnownHash(
    in entries: ContiguousArray<UInt64>,
    _ body: (Int) throws(SnapshotError) -> Void
  ) throws(SnapshotError) {
    try HashIndex.forEachKnownHash(in: entries[...], root, shift: HashIndex.topShift, body)
  }

  private static func forEachKnownHash(
    in entries: ContiguousArray<UInt64>.SubSequence,
    _ node: Node,
    shift: Int,
    _ body: (Int) throws(SnapshotError) -> Void
  ) throws(SnapshotError) {
    switch node {
    case .bucket(let bucket):
      var place = 0
      for index in entries.indices {
        let hash = entries[index] >> 32
        while place < bucket.count, bucket[place] >> 32 < hash { place += 1 }
        if place == bucket.count { return }
        if bucket[place] >> 32 == hash { try body(index) }
      }
    case .branch(let children):
      var start = entries.startIndex
      while start < entries.endIndex {
        let slot = slot(of: entries[start], shift)
        var end = start + 1
        while end < entries.endIndex, self.slot(of: entries[end], shift) == slot { end += 1 }
        try forEachKnownHash(in: entries[start..<end], children[slot], shift: shift - bits, body)
        start = end
      }
    }
  }

  /// Sorts entries by their hashes; entries with the same hash keep their order.
  @usableFromInline
  static func sortByHash(_ entries: inout ContiguousArray<UInt64>) {
    guard entries.count > 512 else {
      entries.sort()
      return
    }
    var other = ContiguousArray<UInt64>(repeating: 0, count: entries.count)
    for shift: UInt64 in [32, 43, 54] {
      var ends = ContiguousArray(repeating: 0, count: 2049)
      for entry in entries { ends[Int(entry >> shift & 2047) + 1] += 1 }
      for digit in 1...2048 { ends[digit] += ends[digit - 1] }
      for entry in entries {
        let digit = Int(entry >> shift & 2047)
        other[ends[digit]] = entry
        ends[digit] += 1
      }
      swap(&entries, &other)
    }
  }
}
