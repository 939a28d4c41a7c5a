public import FeedModel

/// A source with its state in the wire format.
///
/// ```json
/// {"id":"odds","state":"failed","age":12.5,"error":"no such table: price"}
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
  /// The reason of a failure, if the client may read every section; otherwise `nil`.
  public var error: String?

  /// Creates a source.
  ///
  /// - Parameters:
  ///   - age: The seconds since the last change of its visible content or state.
  ///   - error: The reason of a failure.
  public init(id: String, state: State, age: Double? = nil, error: String? = nil) {
    self.id = id
    self.state = state
    self.age = age
    self.error = error
  }

  /// Creates a source from its status in a snapshot, without the reason of a failure.
  ///
  /// A document without content is late.
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

extension WireSource {
  /// The maximum length of a reason, in characters.
  private static let longestError = 200

  /// Returns the source with the first line of the reason of its failure.
  public func explained(by status: SourceStatus) -> WireSource {
    guard case .failed(let reason) = status.state else { return self }
    var source = self
    source.error = reason.split(separator: "\n").first.map {
      $0.count > Self.longestError ? $0.prefix(Self.longestError - 1) + "…" : String($0)
    }
    return source
  }
}

extension [WireSource] {
  /// Returns whether the sources have the same ids, states and errors as others, ignoring their ages.
  package func haveStates(of others: Self) -> Bool {
    elementsEqual(others) { $0.id == $1.id && $0.state == $1.state && $0.error == $1.error }
  }
}
