import FeedEngine
import FeedModel
import FeedSnapshots

/// The versions of the last minutes; as values, they share everything that has not changed.
struct History {
  /// A kept version.
  struct Entry {
    let snapshot: FeedSnapshot
    /// The time of its arrival.
    let time: Duration
    /// The approximate memory that it does not share, in bytes.
    let bytes: Int
  }

  /// The minimum memory to assume for a version, so that the limit also bounds their number.
  static let leastBytes = 1024

  /// The versions, oldest first; those before ``start`` are discarded.
  private var entries: [Entry]
  private var start = 0
  private var bytes = 0
  private let keptTime: Duration
  private let keptBytes: Int

  /// Creates a history that begins with a version.
  ///
  /// - Parameter keptBytes: The approximate memory for kept versions, in bytes.
  init(_ first: FeedSnapshot, at time: Duration, keptTime: Duration, keptBytes: Int) {
    entries = [Entry(snapshot: first, time: time, bytes: 0)]
    self.keptTime = keptTime
    self.keptBytes = keptBytes
  }

  /// Creates a history that begins with a version, with the limits of the server.
  init(_ first: FeedSnapshot, at time: Duration, _ limits: ServerLimits) {
    self.init(first, at: time, keptTime: limits.keptTime, keptBytes: limits.keptBytes)
  }

  /// The number of kept versions.
  var count: Int { entries.count - start }

  /// The newest version.
  var newest: FeedSnapshot { entries[entries.count - 1].snapshot }

  /// Appends a version, and discards versions that exceed the limits on age and memory.
  ///
  /// - Parameter size: The approximate memory that it does not share, in bytes.
  mutating func append(_ snapshot: FeedSnapshot, at time: Duration, bytes size: Int) {
    entries.append(Entry(snapshot: snapshot, time: time, bytes: size))
    bytes += size
    while count > 1, time - entries[start].time > keptTime || bytes > keptBytes {
      bytes -= entries[start].bytes
      // Release the version now; remove its entry from the array later, together with many others.
      entries[start] = entries[start].forgotten
      start += 1
    }
    if start > 64, start > entries.count / 2 {
      entries.removeFirst(start)
      start = 0
    }
  }

  /// Appends the version of an update.
  mutating func append(_ update: FeedUpdate, at time: Duration) {
    append(update.snapshot, at: time, bytes: Self.leastBytes + 256 * update.updates.operationCount)
  }

  /// Looks up a version.
  ///
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
  /// The entry without the content of its version.
  fileprivate var forgotten: Self {
    Self(
      snapshot: FeedSnapshot(version: snapshot.version, composition: .init(), status: []),
      time: time,
      bytes: 0
    )
  }
}
