/// A format of the distance of a time from now: `3 min ago`, `in 2 h`.
///
/// Distances below an hour are written in whole minutes, below a day in whole hours, and otherwise
/// in whole days, rounded down. Less than a minute is `now`, or a number of seconds if seconds are
/// requested. A future time in the format `ago`, and a past time in the format `in`, is `now`.
public struct RelativeFormat: Hashable, Sendable {
  /// Whether past times are written, and not future times.
  public let isPast: Bool
  /// Whether seconds are written below a minute.
  public let hasSeconds: Bool

  /// Declares a format.
  ///
  /// - Parameters:
  ///   - isPast: Whether past times are written, and not future times.
  ///   - hasSeconds: Whether seconds are written below a minute.
  public init(isPast: Bool, hasSeconds: Bool = false) {
    self.isPast = isPast
    self.hasSeconds = hasSeconds
  }

  /// Reads `ago`, `ago ss`, `in` and `in ss`.
  init?(_ pattern: String) {
    switch pattern {
    case "ago": self.init(isPast: true)
    case "ago ss": self.init(isPast: true, hasSeconds: true)
    case "in": self.init(isPast: false)
    case "in ss": self.init(isPast: false, hasSeconds: true)
    default: return nil
    }
  }

  /// The format in the notation of the feed file.
  public var pattern: String { (isPast ? "ago" : "in") + (hasSeconds ? " ss" : "") }

  /// Returns the text of a distance.
  ///
  /// - Parameter distance: The seconds between the time and now, rounded down to the written unit.
  /// - Returns: The text, such as `3 min ago`.
  public func text(of distance: Int64) -> String {
    let amount: String
    switch distance {
    case ..<1: return "now"
    case ..<Self.minute: amount = "\(distance) s"
    case ..<Self.hour: amount = "\(distance / Self.minute) min"
    case ..<Self.day: amount = "\(distance / Self.hour) h"
    case ..<(2 * Self.day): amount = "1 day"
    default: amount = "\(distance / Self.day) days"
    }
    return isPast ? "\(amount) ago" : "in \(amount)"
  }

  /// The microseconds of a second.
  private static let second: Int64 = 1_000_000
  private static let minute: Int64 = 60
  private static let hour: Int64 = 3600
  private static let day: Int64 = 86_400
}

extension RelativeFormat {
  /// The distance of a time from now, and the time at which it changes.
  package struct Reading: Hashable {
    /// The seconds in between, rounded down to the written unit.
    package let distance: Int64
    /// The first instant of another text, in microseconds since 1970; `nil` if there is none.
    package let end: Int64?
  }

  /// Returns the written distance of a time.
  ///
  /// - Parameters:
  ///   - time: Microseconds since 1970.
  ///   - now: Microseconds since 1970.
  /// - Returns: The distance, and the time at which another distance is written.
  package func reading(of time: Int64, at now: Int64) -> Reading {
    let passed = max(isPast ? now - time : time - now, 0) / Self.second
    let unit = unit(of: passed)
    let distance = passed / unit * unit
    if isPast {
      return Reading(distance: distance, end: time + (distance + unit) * Self.second)
    }
    // The text holds until less time is left; the text of a past time never changes.
    let end = distance == 0 ? nil : time - distance * Self.second + 1
    return Reading(distance: distance, end: end)
  }

  /// The unit of a distance in seconds; the written distance is a multiple of it.
  private func unit(of distance: Int64) -> Int64 {
    switch distance {
    case ..<Self.minute: hasSeconds ? 1 : Self.minute
    case ..<Self.hour: Self.minute
    case ..<Self.day: Self.hour
    default: Self.day
    }
  }
}

/// A time that items show relative to now.
///
/// The content has the distance in addition to the time, under its own name such as `at:ago`.
package struct RelativeField: Hashable, Sendable {
  /// The field that holds the time.
  package let field: String
  package let format: RelativeFormat
  /// The name of the distance in seconds in contents.
  package let name: String

  init(_ field: String, _ format: RelativeFormat) {
    self.field = field
    self.format = format
    name = format.name(of: field)
  }
}

extension RelativeFormat {
  /// Returns the name of the distance of a field's time in contents.
  func name(of field: String) -> String { "\(field):\(pattern)" }
}
