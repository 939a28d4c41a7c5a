public import FeedModel

/// What time it is when a line is played, as far as its file says it.
public enum LineTime: Hashable, Sendable {
  /// The time that the messages of a recording say, in seconds since 1970.
  case said(Double)
  /// No file says what time it is, so that the seconds of the fixture count.
  case counted
  /// The messages of a recording say their times, and none of them has come yet.
  case unknown
}

/// What `:now` stands for while fixtures and recordings are played.
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

  /// The time that the messages say, and the seconds of a fixture where no file says a time.
  public static let recorded = FixtureTime(start: .asRecorded)

  private init(start: Start) { self.start = start }

  /// Reads the time at the beginning of the first fixture, from which it passes with the seconds of
  /// the lines.
  ///
  /// - Parameter text: A number of seconds, or a date in UTC as feeds write it.
  public init?(_ text: String) {
    if let seconds = Int64(text), abs(seconds) <= 1_000_000_000_000 {
      start = .seconds(seconds)
    } else if let date = ISOTime.seconds(Array(text.utf8)[...]) {
      start = .date(Int64(date.rounded(.down)))
    } else {
      return nil
    }
  }

  /// The time at which a line is played.
  ///
  /// - Parameter entry: The line.
  /// - Returns: A number, or a date as text; `nil` if it is not known yet.
  public func value(of entry: FixtureEntry) -> Value? {
    guard start == .asRecorded else { return value(at: entry.at) }
    return switch entry.time {
    case .said(let seconds): Self.date(Self.whole(seconds))
    case .counted: value(at: entry.at)
    case .unknown: nil
    }
  }

  /// The time when so much has passed, in whole seconds, so that not every line is a tick.
  ///
  /// - Parameter seconds: The seconds after the start of the fixture.
  /// - Returns: A number, or a date as text, as the start was given.
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

  /// Whole seconds; what differs from them by the rounding of a sum alone counts as whole.
  private static func whole(_ seconds: Double) -> Int64 {
    Int64((min(max(seconds, -1e12), 1e12) + 1e-6).rounded(.down))
  }
}
