import FeedModel

/// A time zone: how far its clocks are ahead of UTC, and from when on.
///
/// All changes stand in a table, so that a date costs one search in it and asks the machine for nothing.
///
/// ```swift
/// let zone = TimeZoneTable(name: "Europe/Berlin", offset: 3600, changes: [(1_774_746_000, 7200)])
/// zone.offset(at: 1_774_745_999)   // 3600
/// zone.offset(at: 1_774_746_000)   // 7200
/// ```
public struct TimeZoneTable: Sendable {
  /// What the zone is called, as `Europe/Berlin`.
  public let name: String
  /// From when on which offset holds, in seconds since 1970, ascending.
  private let instants: [Int64]
  /// The offset before all changes, then the one from each of them on, in seconds.
  private let offsets: [Int]

  /// Universal time, which is what dates are written in unless another zone is named.
  public static let utc = TimeZoneTable(name: "UTC", offset: 0, changes: [])

  /// Makes a zone.
  ///
  /// - Precondition: The changes are ascending.
  /// - Parameters:
  ///   - offset: How many seconds its clocks are ahead of UTC before the first change.
  ///   - changes: From when on they are how many seconds ahead. After the last one, what held in the
  ///     years before it goes on.
  public init(name: String, offset: Int, changes: [(instant: Int64, offset: Int)]) {
    precondition(
      zip(changes, changes.dropFirst()).allSatisfy { $0.instant < $1.instant },
      "the changes of '\(name)' are not ascending"
    )
    self.name = name
    instants = changes.map(\.instant)
    offsets = [offset] + changes.map(\.offset)
  }

  /// How many seconds the zone's clocks are ahead of UTC at an instant.
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

  /// The first second of 2100: tables need not reach beyond it.
  package static let end: Int64 = 4_102_444_800
}

extension TimeZoneTable: Hashable {
  /// Two zones are equal when they are called alike.
  ///
  /// - Returns: Whether both have the same name.
  public static func == (lhs: TimeZoneTable, rhs: TimeZoneTable) -> Bool { lhs.name == rhs.name }

  /// Hashes the name.
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension CivilDate {
  /// The same moment of a year before 2100 that has the same calendar, in seconds since 1970.
  ///
  /// Rules of summer time name a month and a day of the week, so that such years change alike.
  fileprivate var inKnownYears: Int64? {
    // Among 28 years in a row each calendar occurs.
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
