public import FeedModel
import Foundation

/// What time it is when a fixture begins, so that its lines say what time it is when they are played.
///
/// ```swift
/// FixtureTime("2026-07-01T18:30:00Z")?.value(at: 90)   // "2026-07-01T18:31:30Z"
/// FixtureTime("1000")?.value(at: 90.7)                 // 1090
/// ```
public struct FixtureTime: Hashable, Sendable {
  /// Whole seconds, after 1970 where the time is a date.
  private let start: Int64
  /// Whether queries compare dates as text, and not numbers.
  private let isDate: Bool

  /// A fixture whose own seconds are the time.
  public static let zero = FixtureTime(start: 0, isDate: false)

  private init(start: Int64, isDate: Bool) {
    self.start = start
    self.isDate = isDate
  }

  /// Reads a time.
  ///
  /// - Parameter text: A number of seconds, or a date in UTC as feeds write it.
  public init?(_ text: String) {
    if let seconds = Int64(text), abs(seconds) <= 1_000_000_000_000 {
      self.init(start: seconds, isDate: false)
    } else if let date = try? Date(text, strategy: .iso8601) {
      self.init(start: Int64(date.timeIntervalSince1970.rounded(.down)), isDate: true)
    } else {
      return nil
    }
  }

  /// The time when so much has passed, in whole seconds, so that not every line is a tick.
  ///
  /// - Parameter seconds: The seconds after the start of the fixture.
  /// - Returns: A number, or a date as text, as the start was given.
  public func value(at seconds: Double) -> Value {
    let whole = start + Int64(min(max(seconds, 0), 1e12).rounded(.down))
    guard isDate else { return .integer(whole) }
    let date = Date(timeIntervalSince1970: TimeInterval(whole))
    return .text(Text(date.formatted(.iso8601)))
  }
}
