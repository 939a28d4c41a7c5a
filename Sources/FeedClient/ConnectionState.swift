/// What a client's connection is doing.
public enum ConnectionState: Hashable, Sendable {
  /// The server is asked for the feed, for the first time or after an error.
  case connecting(after: ClientError?)
  /// What is held is the feed as the server shows it.
  case live
  /// What is held may be old; the server is asked again after a while.
  case waiting(for: Duration, after: ClientError)
}
