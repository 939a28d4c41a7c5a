/// The server's last word before it ends a stream: the data of a `bye` event.
///
/// ```json
/// {"reason":"drain","retry":2400}
/// ```
public struct Bye: Hashable, Sendable {
  /// Why the stream ends.
  public enum Reason: String, Hashable, Sendable, CaseIterable {
    /// The client has not read for too long.
    case slow
    /// The server is stopping.
    case drain
    /// The server cannot show the client's view, or not from the version that the client holds.
    case view
  }

  /// Why the stream ends.
  public var reason: Reason
  /// How many milliseconds to wait before coming back.
  public var retry: Int

  /// Describes a last word.
  ///
  /// - Parameters:
  ///   - reason: Why the stream ends.
  ///   - retry: How many milliseconds to wait before coming back.
  public init(reason: Reason, retry: Int) {
    self.reason = reason
    self.retry = retry
  }
}
