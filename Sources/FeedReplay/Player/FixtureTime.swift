public import FeedModel

/// The time of day when a line is played, if its file contains it.
public enum LineTime: Hashable, Sendable {
  /// The time in the messages of a recording, in seconds since 1970.
  case said(Double)
  /// No file contains a time of day, so that the seconds of the fixture count.
  case counted
  /// The messages of a recording have times, but none was read yet.
  case unknown

  /// The time of day in UTC, to the microsecond, as `--until` takes it: `2026-07-01T18:30:00.250Z`.
  ///
  /// It is `nil` if no message contains a time that counts from 1970.
  package var text: String? {
    guard case .said(let seconds) = self, MessageTime.isOfDay(seconds) else { return nil }
    let (whole, rest) = Int64((seconds * 1e6).rounded()).quotientAndRemainder(dividingBy: 1_000_000)
    guard let text = ISOTime.text(whole), rest > 0 else { return ISOTime.text(whole) }
    let digits = "\(1_000_000 + rest)".dropFirst()
    return "\(text.dropLast()).\(rest % 1_000 == 0 ? digits.prefix(3) : digits)Z"
  }
}

/// The value of `:now` while fixtures and recordings are played.
///
/// ```swift
/// FixtureTime("2026-07-01T18:30:00Z")?.value(at: 90)   // "2026-07-01T18:31:30Z"
/// FixtureTime("1000")?.value(at: 90.7)                 // 1090
/// ```
public struct FixtureTime: Hashable, Sendable {
  private enum Start: Hashable {
    case asRecorded
    case seconds(Int64)
    case date(Int64)
  }

  private let start: Start

  /// The time in the messages, or the seconds of a fixture if no file contains a time of day.
  public static let recorded = FixtureTime(start: .asRecorded)

  private init(start: Start) { self.start = start }

  /// Reads the time at the start of the first fixture.
  ///
  /// The seconds of the lines are added to it.
  ///
  /// - Parameter text: A number of seconds, or a date in UTC in the format of feeds.
  public init?(_ text: String) {
    if let seconds = Int64(text), abs(seconds) <= 1_000_000_000_000 {
      start = .seconds(seconds)
    } else if let date = ISOTime.seconds(Array(text.utf8)[...]) {
      start = .date(Int64(date.rounded(.down)))
    } else {
      return nil
    }
  }

  /// Returns the time at which a line is played.
  ///
  /// - Returns: A number, or a date as text; `nil` if it is unknown yet.
  public func value(of entry: FixtureEntry) -> Value? {
    guard start == .asRecorded else { return value(at: entry.at) }
    return switch entry.time {
    case .said(let seconds): Self.date(Self.whole(seconds))
    case .counted: value(at: entry.at)
    case .unknown: nil
    }
  }

  /// Returns the time after the given number of seconds, in whole seconds, to limit the ticks.
  ///
  /// - Parameter seconds: The seconds after the start of the fixture.
  /// - Returns: A number, or a date as text, in the form of the start.
  public func value(at seconds: Double) -> Value {
    let passed = Self.whole(max(seconds, 0))
    return switch start {
    case .asRecorded: .integer(passed)
    case .seconds(let start): .integer(start + passed)
    case .date(let start): Self.date(start + passed)
    }
  }

  private static func date(_ seconds: Int64) -> Value {
    ISOTime.text(seconds).map { .text(Text($0)) } ?? .integer(seconds)
  }

  /// Returns the seconds rounded down, allowing for the rounding error of a sum.
  private static func whole(_ seconds: Double) -> Int64 {
    Int64((min(max(seconds, -1e12), 1e12) + 1e-6).rounded(.down))
  }
}
