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
    case .bucket(var bucket):
      node = .empty
      // Entries of one hash come in the order of their elements, not of their leaves.
      let wasEmpty = bucket.isEmpty
      bucket.append(contentsOf: entries)
      if !wasEmpty || bucket.count <= bucketCapacity || !isSorted(bucket) { bucket.sort() }
      node = make(bucket[...], shift: shift)
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

  private static func isSorted(_ entries: ContiguousArray<UInt64>) -> Bool {
    var index = 1
    while index < entries.count {
      if entries[index - 1] > entries[index] { return false }
      index += 1
    }
    return true
  }

  /// Sorts entries by their hashes; entries of one hash keep their order.
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
