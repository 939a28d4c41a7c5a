/// The state of a client's connection.
public enum ConnectionState: Hashable, Sendable {
  /// The client connects, for the first time or after an error.
  case connecting(after: ClientError?)
  /// The held version is current.
  case live
  /// The held version may be outdated; the client reconnects after a wait.
  case waiting(for: Duration, after: ClientError)
}
