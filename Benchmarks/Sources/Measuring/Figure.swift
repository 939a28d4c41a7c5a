/// One row of the table: what was measured, what it must be, and what it is.
public struct Figure: Codable, Sendable {
  /// The part of the system that it is about.
  public var subject: String
  /// What was measured, a sentence with the size last.
  public var what: String
  /// What it must be; nothing if it is only told.
  public var must: Bound?
  /// What it is: the median of all runs.
  public var value: Quantity
  /// The least and the most of all runs.
  public var least: Double
  /// The most of all runs.
  public var most: Double
  /// How many runs there were.
  public var runs: Int
  /// What our own side needed by itself, where the figure is a comparison.
  public var own: Quantity?
  /// What it was compared with.
  public var baseline: Baseline?
  /// What else is to be known about the row.
  public var note: String?

  /// The side that ours is compared with, and what it needed in the same run.
  public struct Baseline: Codable, Sendable {
    /// Its name, as "SQLite alone".
    public var name: String
    /// What it needed.
    public var value: Quantity

    /// Joins a name and what it needed.
    public init(_ name: String, _ value: Quantity) {
      self.name = name
      self.value = value
    }
  }

  /// Whether the figure keeps its limit; `nil` without a limit, and for a time.
  public var holds: Bool? { must.flatMap { $0.decides ? $0.holds(value.value) : nil } }
  /// Whether a time keeps its limit; `nil` without a limit, and for everything else.
  public var isInTime: Bool? { must.flatMap { $0.decides ? nil : $0.holds(value.value) } }
}

/// What a figure must be.
public struct Bound: Codable, Hashable, Sendable, CustomStringConvertible {
  /// How the figure stands to the limit.
  public enum Relation: String, Codable, Sendable {
    case atMost = "≤"
    case atLeast = "≥"
    case exactly = "="
  }

  /// How the figure stands to the limit.
  public var relation: Relation
  /// The limit.
  public var limit: Quantity

  /// A figure must not exceed this.
  public static func atMost(_ limit: Quantity) -> Bound { .init(relation: .atMost, limit: limit) }
  /// A figure must reach this.
  public static func atLeast(_ limit: Quantity) -> Bound { .init(relation: .atLeast, limit: limit) }
  /// A figure must be this.
  public static func exactly(_ limit: Quantity) -> Bound { .init(relation: .exactly, limit: limit) }

  /// Whether a figure can miss it: limits on times are set for a quiet machine, and are only shown.
  public var decides: Bool { limit.unit != .nanoseconds }

  func holds(_ value: Double) -> Bool {
    switch relation {
    case .atMost: value <= limit.value
    case .atLeast: value >= limit.value
    case .exactly: value == limit.value
    }
  }

  /// The share of the limit that a value takes up: 1 at the limit, more where it does not hold.
  func share(of value: Double) -> Double {
    switch relation {
    case .atMost: value / limit.value
    case .atLeast: limit.value / value
    case .exactly: value == limit.value ? 1 : .infinity
    }
  }

  /// As in the table: `≤ 2 ×`, and `(≤ 10 µs)` where it decides nothing.
  public var description: String {
    let text = "\(relation.rawValue) \(limit.brief)"
    return decides ? text : "(\(text))"
  }
}
