import FeedModel

/// The time up to which files are played.
///
/// ```swift
/// PlayLimit("12.5")                   // 12.5 seconds after the start
/// PlayLimit("2026-07-01T18:30:00Z")   // the messages of a recording up to this time
/// ```
public enum PlayLimit: Hashable, Sendable {
  /// Seconds after the start.
  case seconds(Double)
  /// The time in the messages, in seconds since 1970.
  case time(Double)

  /// Reads a number of seconds that is not negative, or a date in UTC in the format of feeds.
  public init?(_ text: String) {
    if let seconds = Double(text) {
      guard seconds >= 0 else { return nil }
      self = .seconds(seconds)
    } else if let date = ISOTime.seconds(Array(text.utf8)[...]) {
      self = .time(date)
    } else {
      return nil
    }
  }

  /// Returns whether a line is later.
  ///
  /// - Throws: ``FixtureError`` with code ``FixtureError/Code/noTimes`` if the files contain no time of day.
  func excludes(_ entry: FixtureEntry) throws(FixtureError) -> Bool {
    switch (self, entry.time) {
    case (.seconds(let seconds), _): return entry.at > seconds
    // A sum of times has an error.
    case (.time(let time), .said(let now)): return now > time + 1e-6
    case (.time, .unknown): return false
    case (.time, .counted):
      throw FixtureError(
        .noTimes,
        "the lines have seconds and no time of day",
        hint: entry.adapter.map { "declare 'time:' in adapter '\($0)'" }
          ?? "give --until in seconds after the start, for example --until 12.5",
        file: entry.fixture.path
      )
    }
  }
}
