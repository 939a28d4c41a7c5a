/// How a source fares: whether what it shows is true, or why it may be old.
public struct SourceStatus: Hashable, Sendable {
  /// What can be said of a source.
  public enum State: Hashable, Sendable {
    /// What it shows is true.
    case ok
    /// The source is a document that has not been given yet, which is not an error.
    case waiting
    /// Nothing has come for longer than it may take; what it shows may be old, and prices of it are to
    /// be shown as suspended.
    case late(String)
    /// It shows what it last could; why stands in the message.
    case failed(String)
  }

  /// The source.
  public let source: Name
  /// How it fares.
  public let state: State

  /// Describes the state of a source.
  public init(source: Name, state: State = .ok) {
    self.source = source
    self.state = state
  }

  /// Whether what it shows may be old, so that renderers show its figures as suspended.
  public var isSuspended: Bool { problem != nil }

  /// What is wrong; `nil` if the source is ``State/ok`` or ``State/waiting``.
  public var problem: String? {
    switch state {
    case .ok, .waiting: nil
    case .late(let problem), .failed(let problem): problem
    }
  }
}

extension SourceStatus.State: CustomStringConvertible {
  /// `ok`, `waiting`, or what is wrong.
  public var description: String {
    switch self {
    case .ok: "ok"
    case .waiting: "waiting"
    case .late(let problem), .failed(let problem): problem
    }
  }
}
