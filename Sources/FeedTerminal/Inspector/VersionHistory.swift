import FeedModel

/// The last versions of a feed, oldest first, up to a limit.
///
/// Versions share what is the same in them, so that keeping hundreds costs little more than one.
package struct VersionHistory: Sendable {
  package private(set) var records: [VersionRecord] = []
  private let capacity: Int

  /// Creates a history for the given number of versions.
  package init(capacity: Int = 500) { self.capacity = max(capacity, 1) }

  /// Adds a version; one that is not newer than the last one is left out.
  package mutating func append(_ record: VersionRecord) {
    if let last = records.last, record.version <= last.version { return }
    records.append(record)
    // Dropped by the hundred, so that each version costs the same.
    if records.count >= capacity + max(capacity / 4, 1) {
      records.removeFirst(records.count - capacity)
    }
  }

  /// Sets the cause of a version, if it is kept.
  package mutating func explain(_ version: Int, _ cause: VersionCause) {
    if let index = index(of: version) { records[index].cause = cause }
  }

  /// The time of day of the last message up to a version, if it has one.
  package func time(of version: Int) -> String? {
    records.last { $0.version <= version && !$0.cause.text.isEmpty }?.cause.time
  }

  /// The place of a version among those that are kept.
  package func index(of version: Int) -> Int? {
    var (low, high) = (0, records.count)
    while low < high {
      let middle = (low + high) / 2
      if records[middle].version < version { low = middle + 1 } else { high = middle }
    }
    return low < records.count && records[low].version == version ? low : nil
  }

  /// Returns the first version whose message has the given time in UTC or a later one.
  ///
  /// - Parameter time: A time of day, of the day of the first message; or a date and a time.
  package func firstRecord(atTime time: String) -> VersionRecord? {
    let wanted = wholeTime(time)
    return records.first { ($0.cause.time ?? "") >= wanted }
  }

  /// Returns whether the last version has a message before the given time, or there is no version.
  package func endsBefore(time: String) -> Bool {
    guard let last = records.last else { return true }
    return last.cause.time.map { $0 < wholeTime(time) } ?? false
  }

  /// Returns a time of day with the date of the first message.
  private func wholeTime(_ time: String) -> String {
    let first = records.lazy.compactMap(\.cause.time).first ?? ""
    return time.contains("T") ? time : "\(first.prefix(10))T\(time)"
  }

  /// The oldest version that can be shown: the one before the first that is kept.
  package var base: Int? { records.first?.before.version }
}
