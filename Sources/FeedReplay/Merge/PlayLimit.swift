import FeedModel

/// The time up to which files are played.
///
/// ```swift
/// PlayLimit("12.5")                   // 12.5 seconds after the start
/// PlayLimit("2026-07-01T18:30:00Z")   // the messages of a recording up to this time
/// PlayLimit("2026-07-01T18:30")       // the same in a zone that is known later
/// ```
public enum PlayLimit: Hashable, Sendable {
  /// Seconds after the start.
  case seconds(Double)
  /// The time in the messages, in seconds since 1970.
  case time(Double)
  /// The time in the messages without a zone, in seconds since 1970 on the clocks of a zone; it is UTC unless
  /// ``time(_:)`` replaces it.
  case clockTime(Double)

  /// Reads a number of seconds that is not negative, or a date in the format of feeds.
  public init?(_ text: String) {
    if let seconds = Double(text) {
      guard seconds >= 0 else { return nil }
      self = .seconds(seconds)
    } else if let date = Self.date(text + "Z") ?? Self.date(text + ":00Z") {
      self = .clockTime(date)
    } else if let date = Self.date(text) {
      self = .time(date)
    } else {
      return nil
    }
  }

  private static func date(_ text: String) -> Double? { ISOTime.seconds(Array(text.utf8)[...]) }

  /// Returns the time of a line in the notation of the limit.
  ///
  /// - Returns: `nil` if the line is at the limit, or its time is unknown, or a limit in seconds is later on purpose.
  func place(of entry: FixtureEntry) -> String? {
    switch (self, entry.time) {
    case (.time(let time), .said(let now)), (.clockTime(let time), .said(let now)):
      now.inMicroseconds != time.inMicroseconds ? entry.time.text : nil
    case (.seconds(let seconds), _):
      entry.at - seconds > 1e-6 || meant != nil ? "\(entry.at.inSeconds) s" : nil
    case (.time, _), (.clockTime, _): nil
    }
  }

  /// The remedy for a limit outside of the lines.
  var hint: String {
    guard case .seconds = self else {
      return
        "a time without a zone is one of --timezone, of the feed's 'timezone:' or of UTC; an offset can be given: "
        + "2026-07-01T18:30:00+01:00"
    }
    return (meant.map { "did you mean \($0)? " } ?? "") + "a number is in seconds after the start"
  }

  /// The time that a limit in seconds is in the unit of messages, if it is one.
  private var meant: String? {
    guard case .seconds(let number) = self else { return nil }
    let time = [1, 1e3, 1e6, 1e9].lazy.map { number / $0 }.first(where: MessageTime.isOfDay)
    return time.flatMap { LineTime.said($0).text }
  }

  /// Returns whether a line is later.
  ///
  /// - Throws: ``FixtureError`` with code ``FixtureError/Code/noTimes`` if the files contain no time of day.
  func excludes(_ entry: FixtureEntry) throws(FixtureError) -> Bool {
    switch (self, entry.time) {
    case (.seconds(let seconds), _): return entry.at > seconds
    // A sum of times has an error.
    case (.time(let time), .said(let now)), (.clockTime(let time), .said(let now)):
      return now.inMicroseconds > time.inMicroseconds
    case (.time, .unknown), (.clockTime, .unknown): return false
    case (.time, .counted), (.clockTime, .counted):
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

extension Double {
  /// Seconds since 1970 as whole microseconds, to which a double is exact until the year 2100.
  fileprivate var inMicroseconds: Double { (self * 1e6).rounded() }

  /// The seconds in digits, to the microsecond.
  fileprivate var inSeconds: String {
    let rounded = (self * 1e6).rounded() / 1e6
    return Int64(exactly: rounded).map(String.init) ?? "\(rounded)"
  }
}
