import FeedModel

/// Keys in the order of their first appearance, each once.
struct DistinctKeys {
  private(set) var keys: ContiguousArray<ObjectKey> = []
  /// Empty as long as a linear search in the keys is faster.
  private var set: Set<ObjectKey> = []

  mutating func insert(_ key: ObjectKey) {
    if keys.count < 8 {
      if !keys.contains(key) { keys.append(key) }
      return
    }
    if set.isEmpty { set = Set(keys) }
    if set.insert(key).inserted { keys.append(key) }
  }
}
