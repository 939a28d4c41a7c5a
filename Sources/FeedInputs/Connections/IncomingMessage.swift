/// A message of a socket or a WebSocket.
struct IncomingMessage: Hashable, Sendable {
  /// The message, or its beginning if it is too long.
  var bytes: [UInt8]
  /// The reason why it cannot be applied, or `nil`.
  var problem: String?
}

/// A message or a ping that an input sends.
enum SentMessage: Hashable, Sendable {
  case message([UInt8])
  /// A ping of a WebSocket.
  case ping
}
