/// The number of items of each place of a section, in order: converts between places and items.
///
/// Places are in chunks, so that a change in the middle of a hundred thousand places touches one
/// chunk and a list of a few hundred chunks.
struct PlaceList: Sendable {
  private struct Chunk {
    /// The items of each place; none is empty.
    var lengths: [UInt32]
    var items: Int

    init(_ lengths: some Sequence<UInt32>) {
      self.lengths = Array(lengths)
      items = self.lengths.reduce(0) { $0 + Int($1) }
    }
  }

  private static let capacity = 256
  private var chunks: [Chunk] = []
  private(set) var count = 0
  private(set) var itemCount = 0

  init() {}

  init(_ lengths: [UInt32]) { append(lengths) }

  private mutating func append(_ lengths: [UInt32]) {
    for start in stride(from: 0, to: lengths.count, by: Self.capacity) {
      let chunk = Chunk(lengths[start..<min(start + Self.capacity, lengths.count)])
      chunks.append(chunk)
      count += chunk.lengths.count
      itemCount += chunk.items
    }
  }

  /// The items of a place.
  ///
  /// - Complexity: O(√*n*) in theory and a few hundred steps in practice.
  func items(at place: Int) -> Range<Int> {
    var (place, start) = (place, 0)
    for chunk in chunks {
      if place < chunk.lengths.count {
        for length in chunk.lengths[..<place] { start += Int(length) }
        return start..<(start + Int(chunk.lengths[place]))
      }
      place -= chunk.lengths.count
      start += chunk.items
    }
    preconditionFailure("place \(place) is outside 0..<\(count)")
  }

  /// The place that holds an item; the last one for what is behind all.
  func place(ofItem item: Int) -> Int {
    var (item, place) = (item, 0)
    for chunk in chunks {
      if item < chunk.items {
        for length in chunk.lengths {
          item -= Int(length)
          if item < 0 { return place }
          place += 1
        }
      }
      place += chunk.lengths.count
      item -= chunk.items
    }
    return max(count - 1, 0)
  }

  /// Puts other places where some are.
  mutating func replace(_ places: Range<Int>, with lengths: [UInt32]) {
    var start = 0
    var first = 0
    while first < chunks.count, start + chunks[first].lengths.count <= places.lowerBound,
      first + 1 < chunks.count
    {
      start += chunks[first].lengths.count
      first += 1
    }
    guard first < chunks.count else { return append(lengths) }
    var merged = chunks[first].lengths
    var last = first + 1
    while start + merged.count < places.upperBound, last < chunks.count {
      merged += chunks[last].lengths
      last += 1
    }
    let old = merged.count
    let oldItems = chunks[first..<last].reduce(0) { $0 + $1.items }
    merged.replaceSubrange(
      (places.lowerBound - start)..<(places.upperBound - start),
      with: lengths
    )
    var pieces: [Chunk] = []
    // A chunk that has become too long is cut into halves, so that it is not cut again at once.
    let size = merged.count > 2 * Self.capacity ? Self.capacity : max(merged.count, 1)
    for start in stride(from: 0, to: merged.count, by: size) {
      pieces.append(Chunk(merged[start..<min(start + size, merged.count)]))
    }
    chunks.replaceSubrange(first..<last, with: pieces)
    count += merged.count - old
    itemCount += pieces.reduce(0) { $0 + $1.items } - oldItems
  }
}
