/// When each version came to the last of all subscribers.
public struct Arrivals: Sendable {
  /// How many subscribers there are.
  private let subscribers: Int
  /// The number of the version at the first place of the arrays.
  private let first: Int
  private var counts: [Int] = []
  private var times: [Double] = []

  /// Begins behind a version that all have.
  init(of subscribers: Int, after version: Int) {
    self.subscribers = subscribers
    first = version + 1
  }

  /// Notes that a subscriber has some versions now, the last one in place of the others.
  mutating func add(after held: Int, to version: Int, at time: Double) {
    guard version >= first else { return }
    while counts.count <= version - first {
      counts.append(0)
      times.append(0)
    }
    for place in max(held + 1 - first, 0)...(version - first) {
      counts[place] += 1
      times[place] = time
    }
  }

  /// The newest version that all have.
  public var complete: Int {
    first + (counts.firstIndex { $0 < subscribers } ?? counts.count) - 1
  }

  /// When the last subscriber had a version, in nanoseconds; `nil` if some do not have it.
  public func time(of version: Int) -> Double? {
    let place = version - first
    guard counts.indices.contains(place), counts[place] >= subscribers else { return nil }
    return times[place]
  }
}
