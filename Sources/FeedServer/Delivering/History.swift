import FeedEngine
import FeedModel
import FeedSnapshots

/// The versions of the last minutes, as values: they share all but what has changed.
struct History {
  /// A version that is kept.
  struct Entry {
    let snapshot: FeedSnapshot
    /// When it came.
    let time: Duration
    /// About how much memory it has of its own.
    let bytes: Int
  }

  /// What a version has of its own at least, so that not more of them are kept than fit.
  static let leastBytes = 1024

  /// Oldest first, by ascending versions; what is before ``start`` is forgotten.
  private var entries: [Entry]
  private var start = 0
  private var bytes = 0
  private let keptTime: Duration
  private let keptBytes: Int

  /// Begins with a version.
  ///
  /// - Parameters:
  ///   - first: The version.
  ///   - time: The time.
  ///   - keptTime: How long versions are kept.
  ///   - keptBytes: About how much memory they may have.
  init(_ first: FeedSnapshot, at time: Duration, keptTime: Duration, keptBytes: Int) {
    entries = [Entry(snapshot: first, time: time, bytes: 0)]
    self.keptTime = keptTime
    self.keptBytes = keptBytes
  }

  /// Begins with a version, and keeps what limits allow.
  init(_ first: FeedSnapshot, at time: Duration, _ limits: ServerLimits) {
    self.init(first, at: time, keptTime: limits.keptTime, keptBytes: limits.keptBytes)
  }

  /// How many versions are kept.
  var count: Int { entries.count - start }

  /// The newest version.
  var newest: FeedSnapshot { entries[entries.count - 1].snapshot }

  /// Keeps a version, and forgets those that are too old or too many.
  ///
  /// - Parameters:
  ///   - snapshot: The version, newer than all others.
  ///   - time: The time.
  ///   - size: About how much memory it has of its own.
  mutating func append(_ snapshot: FeedSnapshot, at time: Duration, bytes size: Int) {
    entries.append(Entry(snapshot: snapshot, time: time, bytes: size))
    bytes += size
    while count > 1, time - entries[start].time > keptTime || bytes > keptBytes {
      bytes -= entries[start].bytes
      // The version itself goes now, its place in the array with many others.
      entries[start] = entries[start].forgotten
      start += 1
    }
    if start > 64, start > entries.count / 2 {
      entries.removeFirst(start)
      start = 0
    }
  }

  /// Keeps the version that an update leads to.
  mutating func append(_ update: FeedUpdate, at time: Duration) {
    append(update.snapshot, at: time, bytes: Self.leastBytes + 256 * update.updates.operationCount)
  }

  /// Looks up a version.
  ///
  /// - Parameter version: The number of the version.
  /// - Returns: The version, or `nil` if it is not kept.
  /// - Complexity: O(log *n*).
  subscript(version: Int) -> FeedSnapshot? {
    var (low, high) = (start, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].snapshot.version < version { low = middle + 1 } else { high = middle }
    }
    guard low < entries.count, entries[low].snapshot.version == version else { return nil }
    return entries[low].snapshot
  }
}

extension History.Entry {
  /// The entry without the memory that its version holds.
  fileprivate var forgotten: Self {
    Self(
      snapshot: FeedSnapshot(version: snapshot.version, composition: .init(), status: []),
      time: time,
      bytes: 0
    )
  }
}
