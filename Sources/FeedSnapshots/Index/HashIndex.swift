/// A persistent trie that maps the hashes of ids to the numbers of their leaves.
///
/// The ids themselves are not stored here: a lookup compares the id with the elements of the leaf.
/// An entry is eight bytes, the hash in the upper and the leaf in the lower half, so that a bucket
/// sorted by entry is sorted by hash. Each id with the same hash has its own entry; a bucket in
/// which all hashes are equal grows instead of being split.
///
/// Branches are narrow, because copying one counts a reference to each child. At a million items
/// each of these is a cache miss.
@usableFromInline
struct HashIndex: Sendable {
  enum Node: Sendable {
    case bucket(ContiguousArray<UInt64>)
    case branch(ContiguousArray<Node>)

    static let empty = Node.bucket([])
  }

  static let bucketCapacity = 64
  static let topShift = 61
  static let lastShift = 34
  static let bits = 3

  var root = Node.empty
  @usableFromInline
  var count = 0

  @usableFromInline
  init() {}

  @usableFromInline
  static func entry(hash: UInt32, leaf: UInt32) -> UInt64 { UInt64(hash) << 32 | UInt64(leaf) }

  /// The half of a hash value that the index uses.
  @inlinable
  static func hash(of key: some Hashable) -> UInt32 {
    UInt32(truncatingIfNeeded: key.hashValue)
  }

  /// Returns the child of an entry at a level.
  static func slot(of entry: UInt64, _ shift: Int) -> Int { Int(entry >> UInt64(shift) & 7) }

  /// Returns the first index in a bucket whose entry is not less than the given one.
  static func place(of entry: UInt64, in bucket: ContiguousArray<UInt64>) -> Int {
    var low = 0
    var high = bucket.count
    while low < high {
      let middle = (low + high) / 2
      if bucket[middle] < entry { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension HashIndex {
  /// The leaves that may hold an id with a given hash.
  @usableFromInline
  struct Candidates {
    @usableFromInline
    let bucket: ContiguousArray<UInt64>
    @usableFromInline
    var position: Int
    @usableFromInline
    let hash: UInt32

    /// Returns the next leaf; a leaf with several ids of that hash is returned once.
    @usableFromInline
    mutating func next() -> UInt32? {
      guard position < bucket.count else { return nil }
      let entry = bucket[position]
      guard UInt32(truncatingIfNeeded: entry >> 32) == hash else { return nil }
      repeat { position += 1 } while position < bucket.count && bucket[position] == entry
      return UInt32(truncatingIfNeeded: entry)
    }
  }

  /// Returns the leaves that may hold an id.
  @usableFromInline
  func candidates(hash: UInt32) -> Candidates {
    let first = HashIndex.entry(hash: hash, leaf: 0)
    var node = root
    var shift = HashIndex.topShift
    while true {
      switch node {
      case .bucket(let bucket):
        return Candidates(
          bucket: bucket,
          position: HashIndex.place(of: first, in: bucket),
          hash: hash
        )
      case .branch(let children):
        node = children[HashIndex.slot(of: first, shift)]
        shift -= HashIndex.bits
      }
    }
  }

  /// Adds an id.
  @usableFromInline
  mutating func insert(hash: UInt32, leaf: UInt32) {
    HashIndex.insert(
      HashIndex.entry(hash: hash, leaf: leaf),
      into: &root,
      shift: HashIndex.topShift
    )
    count += 1
  }

  /// Removes an id, which must be in the index.
  @usableFromInline
  mutating func remove(hash: UInt32, leaf: UInt32) {
    count -= 1
    if count == 0 {
      root = .empty
      return
    }
    let entry = HashIndex.entry(hash: hash, leaf: leaf)
    HashIndex.change(entry, in: &root, shift: HashIndex.topShift) { bucket in
      bucket.remove(at: HashIndex.place(of: entry, in: bucket))
    }
  }

  /// Changes the leaf of an id.
  @usableFromInline
  mutating func relocate(hash: UInt32, from source: UInt32, to target: UInt32) {
    guard source != target else { return }
    let old = HashIndex.entry(hash: hash, leaf: source)
    let new = HashIndex.entry(hash: hash, leaf: target)
    HashIndex.change(old, in: &root, shift: HashIndex.topShift) { bucket in
      let place = HashIndex.place(of: old, in: bucket)
      bucket[place] = new
      // Only ids with the same hash can be out of order now.
      var index = place
      while index + 1 < bucket.count, bucket[index] > bucket[index + 1] {
        bucket.swapAt(index, index + 1)
        index += 1
      }
      while index > 0, bucket[index - 1] > bucket[index] {
        bucket.swapAt(index - 1, index)
        index -= 1
      }
    }
  }

  /// Changes the bucket of an entry in place, copying only nodes that another version shares.
  private static func change(
    _ entry: UInt64,
    in node: inout Node,
    shift: Int,
    _ body: (inout ContiguousArray<UInt64>) -> Void
  ) {
    switch node {
    case .bucket(var bucket):
      node = .empty  // the bucket must have one owner
      body(&bucket)
      node = .bucket(bucket)
    case .branch(var children):
      node = .empty
      change(entry, in: &children[slot(of: entry, shift)], shift: shift - bits, body)
      node = .branch(children)
    }
  }

  private static func insert(_ entry: UInt64, into node: inout Node, shift: Int) {
    switch node {
    case .bucket(var bucket):
      node = .empty
      bucket.insert(entry, at: place(of: entry, in: bucket))
      node =
        bucket.count <= bucketCapacity ? .bucket(bucket) : make(bucket[...], shift: shift)
    case .branch(var children):
      node = .empty
      insert(entry, into: &children[slot(of: entry, shift)], shift: shift - bits)
      node = .branch(children)
    }
  }

  /// Returns a bucket of sorted entries, or a branch if there are too many.
  static func make(_ entries: ContiguousArray<UInt64>.SubSequence, shift: Int) -> Node {
    guard entries.count > bucketCapacity, shift >= lastShift,
      let first = entries.first, let last = entries.last, first >> 32 != last >> 32
    else { return .bucket(ContiguousArray(entries)) }
    var children = ContiguousArray<Node>()
    children.reserveCapacity(8)
    var start = entries.startIndex
    for slot in 0..<8 {
      var end = start
      while end < entries.endIndex, self.slot(of: entries[end], shift) == slot { end += 1 }
      children.append(start == end ? .empty : make(entries[start..<end], shift: shift - bits))
      start = end
    }
    return .branch(children)
  }
}
