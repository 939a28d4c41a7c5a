import FeedModel

/// A time zone: the offset of its clocks from UTC, and the times at which it changes.
///
/// All changes are in a table, so a date costs one search in it and no call of the system.
///
/// ```swift
/// let zone = TimeZoneTable(name: "Europe/Berlin", offset: 3600, changes: [(1_774_746_000, 7200)])
/// zone.offset(at: 1_774_745_999)   // 3600
/// zone.offset(at: 1_774_746_000)   // 7200
/// ```
public struct TimeZoneTable: Sendable {
  /// The name of the zone, such as `Europe/Berlin`.
  public let name: String
  /// The instants of the changes, in seconds since 1970, ascending.
  private let instants: [Int64]
  /// The offset before all changes, then the offset from each of them on, in seconds.
  private let offsets: [Int]

  /// UTC, the zone of written dates unless another zone is named.
  public static let utc = TimeZoneTable(name: "UTC", offset: 0, changes: [])

  /// Creates a zone.
  ///
  /// - Precondition: The changes are ascending.
  /// - Parameters:
  ///   - offset: The seconds by which its clocks are ahead of UTC before the first change.
  ///   - changes: The times from which the clocks are ahead by the given seconds. After the last
  /// change, the pattern of the preceding years continues.
  public init(name: String, offset: Int, changes: [(instant: Int64, offset: Int)]) {
    precondition(
      zip(changes, changes.dropFirst()).allSatisfy { $0.instant < $1.instant },
      "the changes of '\(name)' are not ascending"
    )
    self.name = name
    instants = changes.map(\.instant)
    offsets = [offset] + changes.map(\.offset)
  }

  /// Returns the seconds by which the zone's clocks are ahead of UTC at an instant.
  ///
  /// - Parameter instant: Seconds since 1970.
  /// - Complexity: O(log *changes*).
  public func offset(at instant: Int64) -> Int {
    guard !instants.isEmpty else { return offsets[0] }
    var instant = instant
    if instant >= Self.end, let known = CivilDate(secondsSince1970: instant)?.inKnownYears {
      instant = known
    }
    var range = 0..<instants.count
    while !range.isEmpty {
      let middle = (range.lowerBound + range.upperBound) / 2
      if instants[middle] <= instant {
        range = (middle + 1)..<range.upperBound
      } else {
        range = range.lowerBound..<middle
      }
    }
    return offsets[range.lowerBound]
  }

  /// The first second of 2100, at which tables may end.
  package static let end: Int64 = 4_102_444_800
}

extension TimeZoneTable: Hashable {
  /// Returns whether two zones have the same name.
  public static func == (lhs: TimeZoneTable, rhs: TimeZoneTable) -> Bool { lhs.name == rhs.name }

  /// Hashes the name.
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension CivilDate {
  /// The same moment of an earlier year with the same calendar, in seconds since 1970.
  ///
  /// Rules of summer time name a month and a day of the week, so years with the same calendar have
  /// the same changes.
  fileprivate var inKnownYears: Int64? {
    // Every calendar occurs among 28 successive years.
    let first = CivilDate(year: year, month: 1, day: 1)
    let match = (2072...2099).first { year in
      CivilDate(year: year, month: 1, day: 1).weekday == first.weekday
        && Self.isLeap(year) == Self.isLeap(self.year)
    }
    guard let match else { return nil }
    var date = self
    date.year = match
    return date.secondsSince1970
  }
}
