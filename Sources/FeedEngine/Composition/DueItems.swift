import FeedModel

/// Items by the instant at which they are due, the earliest first.
///
/// An item is due once. An outdated entry stays in the queue until it reaches the head, or until
/// most of the queue is outdated.
struct DueItems {
  private struct Entry {
    let instant: Int64
    let item: ItemID
  }

  /// A binary heap: no entry is due before its parent.
  private var heap: [Entry] = []
  /// The time at which each item is due.
  private var instants: [ItemID: Int64] = [:]

  /// The number of items.
  var count: Int { instants.count }

  /// Notes when an item is due.
  ///
  /// - Parameter instant: The time at which it is due: `.max` for never, `nil` to remove it.
  /// - Complexity: O(log *n*), amortized.
  mutating func set(_ instant: Int64?, of item: ItemID) {
    guard instants[item] != instant else { return }
    instants[item] = instant
    guard let instant, instant < .max else { return }
    insert(Entry(instant: instant, item: item))
    if heap.count > 2 * instants.count + 64 { rebuild() }
  }

  /// Takes out what is due by an instant.
  ///
  /// - Complexity: O(*k* log *n*) for *k* such items, amortized.
  mutating func take(through instant: Int64) -> [ItemID] {
    var items: [ItemID] = []
    while let first = heap.first, first.instant <= instant {
      removeFirst()
      guard instants[first.item] == first.instant else { continue }
      instants[first.item] = nil
      items.append(first.item)
    }
    return items
  }

  /// Takes out everything.
  mutating func takeAll() -> [ItemID] {
    defer { self = DueItems() }
    return Array(instants.keys)
  }

  /// Forgets items.
  mutating func keep(where isKept: (ItemID) -> Bool) {
    instants = instants.filter { isKept($0.key) }
    rebuild()
  }

  private mutating func rebuild() {
    heap = instants.filter { $0.value < .max }
      .map { Entry(instant: $0.value, item: $0.key) }
      .sorted { $0.instant < $1.instant }
  }

  private mutating func insert(_ entry: Entry) {
    heap.append(entry)
    var place = heap.count - 1
    while place > 0, heap[place].instant < heap[(place - 1) / 2].instant {
      heap.swapAt(place, (place - 1) / 2)
      place = (place - 1) / 2
    }
  }

  private mutating func removeFirst() {
    heap.swapAt(0, heap.count - 1)
    heap.removeLast()
    var place = 0
    while true {
      var least = place
      for child in [2 * place + 1, 2 * place + 2]
      where child < heap.count && heap[child].instant < heap[least].instant { least = child }
      guard least != place else { return }
      heap.swapAt(place, least)
      place = least
    }
  }
}
