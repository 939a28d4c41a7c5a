public import FeedModel

/// A source with its state, as the wire carries it.
///
/// ```json
/// {"id":"odds","state":"late","age":12.5}
/// ```
public struct WireSource: Hashable, Sendable {
  /// What can be said of a source.
  public enum State: String, Hashable, Sendable, CaseIterable {
    /// What it shows is true.
    case live
    /// Nothing has come for longer than it should; prices of it are to be shown as suspended.
    case late
    /// It shows what it last could.
    case failed
  }

  /// The source, as the feed file names it.
  public var id: String
  /// What can be said of it.
  public var state: State
  /// The seconds since it last changed what the feed shows or its state, if that is known.
  public var age: Double?

  /// Describes a source.
  ///
  /// - Parameters:
  ///   - id: The source, as the feed file names it.
  ///   - state: What can be said of it.
  ///   - age: The seconds since it last changed what the feed shows, or its state.
  public init(id: String, state: State, age: Double? = nil) {
    self.id = id
    self.state = state
    self.age = age
  }

  /// Describes a source as a snapshot tells of it; a document that has not been given yet is late.
  ///
  /// - Parameters:
  ///   - status: What the snapshot tells.
  ///   - age: The seconds since it last changed what the feed shows, or its state.
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
  /// Whether these are the sources of another version in the same states, whatever their ages.
  package func haveStates(of others: Self) -> Bool {
    elementsEqual(others) { $0.id == $1.id && $0.state == $1.state }
  }
}
