import HashTreeCollections
import _RopeModule

/// A feed as one would make it of swift-collections: the order in a rope, the contents in a dictionary,
/// both persistent.
struct BorrowedFeed {
  static let name = "Rope and TreeDictionary"

  private(set) var order: Rope<Chunk>
  private(set) var contents: TreeDictionary<UInt64, Int32>

  init(_ ids: [UInt64]) {
    let chunks = stride(from: 0, to: ids.count, by: Chunk.fill).map { start in
      Chunk(ids: Array(ids[start..<min(start + Chunk.fill, ids.count)]))
    }
    order = Rope(chunks)
    contents = TreeDictionary(uniqueKeysWithValues: ids.lazy.map { ($0, 0) })
  }

  mutating func insert(_ id: UInt64, at offset: Int) {
    contents[id] = 0
    let found = order.find(at: offset, in: ItemCount(), preferEnd: true)
    var index = found.index
    let rest = order.update(at: &index) { $0.insert(id, at: found.remaining) }
    if let rest { order.insert(rest, at: order.index(after: index)) }
  }

  mutating func setContent(_ content: Int32, of id: UInt64) { contents[id] = content }

  /// The place of an item: its chunk is looked for from the front, since a rope knows no way up.
  func offset(of id: UInt64) -> Int? {
    var before = 0
    for chunk in order {
      if let place = chunk.ids.firstIndex(of: id) { return before + place }
      before += chunk.ids.count
    }
    return nil
  }

  func id(at offset: Int) -> UInt64 {
    let found = order.find(at: offset, in: ItemCount(), preferEnd: false)
    return order[found.index].ids[found.remaining]
  }

  /// The ids that came, and those that left, with their places; chunks that are shared are skipped.
  func difference(from old: BorrowedFeed) -> (removals: [Int], insertions: [Int]) {
    let came = contents.keys.subtracting(old.contents.keys)
    let left = old.contents.keys.subtracting(contents.keys)
    return (old.places(of: left, notIn: order), places(of: came, notIn: old.order))
  }

  private func places(
    of ids: TreeDictionary<UInt64, Int32>.Keys,
    notIn other: Rope<Chunk>
  ) -> [Int] {
    guard !ids.isEmpty else { return [] }
    let known = Set(other.lazy.map(\.identity))
    var places: [Int] = []
    var before = 0
    for chunk in order {
      if !known.contains(chunk.identity) {
        for (place, id) in chunk.ids.enumerated() where ids.contains(id) {
          places.append(before + place)
        }
      }
      before += chunk.ids.count
    }
    return places
  }
}

/// Some ids that follow each other.
struct Chunk: RopeElement {
  static let fill = 256
  static let capacity = 384
  var ids: [UInt64]

  typealias Index = Int

  /// Two chunks with the same identity share their ids.
  var identity: UInt { ids.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) } }

  var summary: Summary { Summary(count: ids.count) }
  var isEmpty: Bool { ids.isEmpty }
  var isUndersized: Bool { ids.count < Self.fill / 2 }
  func invariantCheck() {}

  mutating func insert(_ id: UInt64, at offset: Int) -> Chunk? {
    ids.insert(id, at: offset)
    return ids.count > Self.capacity ? split(at: ids.count / 2) : nil
  }

  mutating func rebalance(nextNeighbor right: inout Chunk) -> Bool {
    ids += right.ids
    right.ids = []
    if ids.count > Self.capacity { right = split(at: ids.count / 2) }
    return right.ids.isEmpty
  }

  mutating func split(at index: Int) -> Chunk {
    let rest = Chunk(ids: Array(ids[index...]))
    ids.removeSubrange(index...)
    return rest
  }

  struct Summary: RopeSummary {
    static var maxNodeSize: Int { 15 }
    static var zero: Summary { Summary(count: 0) }
    var count: Int
    var isZero: Bool { count == 0 }
    mutating func add(_ other: Summary) { count += other.count }
    mutating func subtract(_ other: Summary) { count -= other.count }
  }
}

/// Places are counted in items.
struct ItemCount: RopeMetric {
  func size(of summary: Chunk.Summary) -> Int { summary.count }
  func index(at offset: Int, in element: Chunk) -> Int { offset }
}
