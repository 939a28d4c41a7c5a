/// How an input of a feed fares, and what has come from it.
public struct InputStatus: Hashable, Sendable {
  /// What can be said of an input.
  public enum State: String, Hashable, Sendable, CaseIterable {
    /// It has received no message yet.
    case new
    /// It receives messages, or is quiet for no longer than it may be.
    case live
    /// It has received no message for longer than it may be quiet.
    case late
    /// Its source cannot be reached or read.
    case failed
  }

  /// The name of the input; `document/NAME` for a document that is fetched.
  public var name: String
  /// `stream`, `poll`, `follow`, `nats`, `listen` or `document`.
  public var kind: String
  /// How it fares.
  public var state = State.new
  /// When its last message came, in seconds since 1970; `nil` before the first.
  public var lastMessage: Double?
  /// How many messages were applied.
  public var messages = 0
  /// How many messages could not be applied.
  public var rejected = 0
  /// How many messages came in a second, when that was counted last; it is counted once a second.
  public var rate: Double?
  /// The milliseconds from the receipt of a message to its commit, for half of the messages.
  public var median: Double?
  /// The same for 99 of 100 messages.
  public var p99: Double?
  /// Why it is failed, for people.
  public var problem: String?

  /// Describes an input that has received no message yet.
  public init(name: String, kind: String) {
    self.name = name
    self.kind = kind
  }

  /// How long ago the last message came.
  ///
  /// - Parameter now: The time, in seconds since 1970.
  /// - Returns: The age in seconds, 0 if the clock was set back since; `nil` before the first message.
  public func age(at now: Double) -> Double? { lastMessage.map { max(0, now - $0) } }
}
