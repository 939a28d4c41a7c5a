public import FeedModel

/// A source with its state in the wire format.
///
/// ```json
/// {"id":"odds","state":"late","age":12.5}
/// ```
public struct WireSource: Hashable, Sendable {
  /// The state of a source.
  public enum State: String, Hashable, Sendable, CaseIterable {
    /// The content is current.
    case live
    /// No data has arrived for too long; show its prices as suspended.
    case late
    /// The source shows its last valid content.
    case failed
  }

  /// The name of the source in the feed file.
  public var id: String
  /// The state of the source.
  public var state: State
  /// The seconds since the last change of its visible content or state, if known.
  public var age: Double?

  /// Creates a source.
  ///
  /// - Parameter age: The seconds since the last change of its visible content or state.
  public init(id: String, state: State, age: Double? = nil) {
    self.id = id
    self.state = state
    self.age = age
  }

  /// Creates a source from its status in a snapshot; a document without content is late.
  ///
  /// - Parameter age: The seconds since the last change of its visible content or state.
  public init(_ status: SourceStatus, age: Double? = nil) {
    let state: State =
      switch status.state {
      case .ok: .live
      case .waiting, .late: .late
      case .failed: .failed
      }
    self.init(id: status.source.description, state: state, age: age)
  }
}

extension [WireSource] {
  /// Returns whether the sources have the same ids and states as others, ignoring their ages.
  package func haveStates(of others: Self) -> Bool {
    elementsEqual(others) { $0.id == $1.id && $0.state == $1.state }
  }
}
