/// The last event of a stream: the data of a `bye` event.
///
/// ```json
/// {"reason":"drain","retry":2400}
/// ```
public struct Bye: Hashable, Sendable {
  /// A reason for the end of a stream.
  public enum Reason: String, Hashable, Sendable, CaseIterable {
    /// The client has not read for too long.
    case slow
    /// The server is shutting down.
    case drain
    /// The server cannot serve the client's view, or not from the version that the client holds.
    case view
    /// The client's right to read has ended.
    case expired
  }

  /// The reason for the end of the stream.
  public var reason: Reason
  /// The milliseconds to wait before reconnecting.
  public var retry: Int

  /// Creates a last event.
  ///
  /// - Parameter retry: The milliseconds to wait before reconnecting.
  public init(reason: Reason, retry: Int) {
    self.reason = reason
    self.retry = retry
  }
}
