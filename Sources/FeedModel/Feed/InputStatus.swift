/// The state of a feed's input, and statistics of its messages.
public struct InputStatus: Hashable, Sendable {
  /// The possible states of an input.
  public enum State: String, Hashable, Sendable, CaseIterable {
    /// It has received no message yet.
    case new
    /// It receives messages, or has been silent for less than the allowed time.
    case live
    /// It has received no message for longer than the allowed time.
    case late
    /// Its source cannot be reached or read.
    case failed
    /// No process runs it; the other values are the last known ones.
    case stopped
  }

  /// The name of the input; `document/NAME` for a document that is fetched.
  public var name: String
  /// `stream`, `poll`, `follow`, `nats`, `listen` or `document`; `alert` for an alert that cannot be sent; `file` for a refused edit of the feed file.
  public var kind: String
  /// The state of the input.
  public var state = State.new
  /// The time of its last message, in seconds since 1970; `nil` before the first.
  public var lastMessage: Double?
  /// The number of applied messages; those of a poll are its answers that differ from the one before.
  public var messages = 0
  /// The number of messages that could not be applied.
  public var rejected = 0
  /// The number of those that are stored, and not yet retried or cleared; `nil` if it is unknown.
  public var kept: Int?
  /// The number of applied messages per second, counted once a second.
  public var rate: Double?
  /// The median time from the receipt of a message to its commit, in milliseconds.
  public var median: Double?
  /// The 99th percentile of the same times.
  public var p99: Double?
  /// The reason for the failure, as a text for users.
  public var problem: String?
  /// The silence after which the input is late, as the feed file writes it; `nil` if it is never late.
  public var stale: String?

  /// Describes an input that has received no message yet.
  public init(name: String, kind: String) {
    self.name = name
    self.kind = kind
  }

  /// Returns the age of the last message.
  ///
  /// - Parameter now: The time, in seconds since 1970.
  /// - Returns: The age in seconds, 0 if the clock was set back since; `nil` before the first message.
  public func age(at now: Double) -> Double? { lastMessage.map { max(0, now - $0) } }

  /// Returns the reason for which the input has failed or is late, as a text for users.
  ///
  /// - Parameter now: The time, in seconds since 1970.
  /// - Returns: `no message for 42 s (stale: 30s)` for a late input; `nil` for an input without a problem.
  public func reason(at now: Double) -> String? {
    guard problem == nil, state == .late else { return problem }
    let limit = stale.map { " (stale: \($0))" } ?? ""
    let message = rejected > 0 ? "no valid message" : "no message"
    return age(at: now).map { "\(message) for \(Int($0)) s\(limit)" } ?? "\(message) yet\(limit)"
  }
}
