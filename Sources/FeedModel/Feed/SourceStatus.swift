/// The state of a source: whether its values are current, or why they may be old.
public struct SourceStatus: Hashable, Sendable {
  /// The possible states of a source.
  public enum State: Hashable, Sendable {
    /// Its values are current.
    case ok
    /// The source is a document that has not been supplied yet, which is not an error.
    case waiting
    /// No update has arrived for longer than allowed.
    ///
    /// Its values may be old, and prices must be shown as suspended.
    case late(String)
    /// It keeps its last values; the message states the reason.
    case failed(String)
  }

  /// The source.
  public let source: Name
  /// The state of the source.
  public let state: State
  /// Whether an input causes the state, so that the notices of the input report it.
  public let isOfInput: Bool
  /// An item of the source that another place of the feed shows, in words; `nil` if there is none.
  ///
  /// It is not a problem: the values of the source are current.
  public let note: String?

  /// Describes the state of a source.
  public init(
    source: Name,
    state: State = .ok,
    isOfInput: Bool = false,
    note: String? = nil
  ) {
    self.source = source
    self.state = state
    self.isOfInput = isOfInput
    self.note = note
  }

  /// Whether its values may be old, so that renderers show its figures as suspended.
  public var isSuspended: Bool { problem != nil }

  /// The problem; `nil` if the source is ``State/ok`` or ``State/waiting``.
  public var problem: String? {
    switch state {
    case .ok, .waiting: nil
    case .late(let problem), .failed(let problem): problem
    }
  }
}

extension SourceStatus.State: CustomStringConvertible {
  /// The word `ok` or `waiting`, or the problem.
  public var description: String {
    switch self {
    case .ok: "ok"
    case .waiting: "waiting"
    case .late(let problem), .failed(let problem): problem
    }
  }
}
