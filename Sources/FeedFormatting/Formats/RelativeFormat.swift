/// How far a time is from now: `3 min ago`, `in 2 h`.
///
/// Below an hour whole minutes are written, below a day whole hours, and then whole days, each rounded
/// down. Less than a minute is `now`, or so many seconds where they are asked for. A time that is yet
/// to come is `now` as well where it is written with `ago`, and one that has passed where it is
/// written with `in`.
public struct RelativeFormat: Hashable, Sendable {
  /// Whether times are written that have passed, and not those that are yet to come.
  public let isPast: Bool
  /// Whether seconds are written below a minute.
  public let hasSeconds: Bool

  /// Declares a format.
  ///
  /// - Parameters:
  ///   - isPast: Whether times are written that have passed, and not those that are yet to come.
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

  /// The format as the feed file writes it.
  public var pattern: String { (isPast ? "ago" : "in") + (hasSeconds ? " ss" : "") }

  /// Writes a distance.
  ///
  /// - Parameter distance: The seconds between the time and now, rounded down as they are written.
  /// - Returns: The text, as `3 min ago`.
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
  /// How far a time is from now, and how long that is so.
  package struct Reading: Hashable {
    /// The seconds in between, rounded down as they are written.
    package let distance: Int64
    /// The first instant at which something else is written, in microseconds since 1970; `nil` if that
    /// never happens.
    package let end: Int64?
  }

  /// What is written of a time.
  ///
  /// - Parameters:
  ///   - time: Microseconds since 1970.
  ///   - now: Microseconds since 1970.
  /// - Returns: The distance, and until when it holds if time goes on.
  package func reading(of time: Int64, at now: Int64) -> Reading {
    let passed = max(isPast ? now - time : time - now, 0) / Self.second
    let unit = unit(of: passed)
    let distance = passed / unit * unit
    if isPast {
      return Reading(distance: distance, end: time + (distance + unit) * Self.second)
    }
    // It is written until less is left; what has come stays so.
    let end = distance == 0 ? nil : time - distance * Self.second + 1
    return Reading(distance: distance, end: end)
  }

  /// The seconds of which a distance is a multiple where it is written.
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
/// How far it is stands in their contents beside the time itself, under a name of its own as `at:ago`.
package struct RelativeField: Hashable, Sendable {
  /// The field that holds the time.
  package let field: String
  package let format: RelativeFormat
  /// The name under which contents have the distance in seconds.
  package let name: String

  init(_ field: String, _ format: RelativeFormat) {
    self.field = field
    self.format = format
    name = format.name(of: field)
  }
}

extension RelativeFormat {
  /// The name under which contents have the distance of a field's time.
  func name(of field: String) -> String { "\(field):\(pattern)" }
}

extension TextTemplate {
  /// The times that are written relative to now.
  package var relativeFields: [RelativeField] {
    parts.compactMap { part in
      guard case .field(let name, .relative(let format)?) = part else { return nil }
      return RelativeField(name, format)
    }
  }
}

extension ItemAppearance {
  /// The times that are written relative to now, each once.
  package var relativeFields: [RelativeField] {
    var fields: [RelativeField] = []
    for field in texts.flatMap(\.template.relativeFields) where !fields.contains(field) {
      fields.append(field)
    }
    return fields
  }
}
