import Foundation

/// What a figure counts.
public enum Unit: String, Codable, Sendable {
  case nanoseconds = "ns"
  case times = "×"
  case bytes
  case count
}

/// A number with its unit.
public struct Quantity: Codable, Hashable, Sendable, CustomStringConvertible {
  /// The number.
  public var value: Double
  /// Its unit.
  public var unit: Unit

  /// Joins a number and its unit.
  public init(_ value: Double, _ unit: Unit) {
    self.value = value
    self.unit = unit
  }

  /// A time in microseconds.
  public static func microseconds(_ value: Double) -> Quantity { .init(value * 1e3, .nanoseconds) }
  /// A time in milliseconds.
  public static func milliseconds(_ value: Double) -> Quantity { .init(value * 1e6, .nanoseconds) }
  /// How many times something else.
  public static func times(_ value: Double) -> Quantity { .init(value, .times) }
  /// A number of bytes.
  public static func bytes(_ value: Double) -> Quantity { .init(value, .bytes) }
  /// A number of things.
  public static func count(_ value: Double) -> Quantity { .init(value, .count) }

  /// The number in the measure that suits it, with three digits or so.
  public var description: String { text { Self.digits($0) } }

  /// The same without zeros at the end, for limits and axes.
  var brief: String {
    text { value in
      var digits = Self.digits(value)
      guard digits.contains(".") else { return digits }
      while digits.hasSuffix("0") { digits.removeLast() }
      if digits.hasSuffix(".") { digits.removeLast() }
      return digits
    }
  }

  private func text(_ digits: (Double) -> String) -> String {
    switch unit {
    case .nanoseconds:
      let size = abs(value)
      if size < 1e3 { return digits(value) + " ns" }
      if size < 1e6 { return digits(value / 1e3) + " µs" }
      if size < 1e9 { return digits(value / 1e6) + " ms" }
      return digits(value / 1e9) + " s"
    case .times: return digits(value) + " ×"
    case .bytes:
      let size = abs(value)
      if size < 10_240 { return digits(value) + " B" }
      if size < 10_485_760 { return digits(value / 1024) + " KiB" }
      return digits(value / 1_048_576) + " MiB"
    case .count: return digits(value)
    }
  }

  /// Three digits that say something, and no more.
  static func digits(_ value: Double) -> String {
    let size = abs(value)
    if value == value.rounded(), size < 1e15 { return String(Int(value)) }
    let decimals = size < 1 ? 3 : size < 10 ? 2 : size < 100 ? 1 : 0
    return String(format: "%.\(decimals)f", value)
  }
}
