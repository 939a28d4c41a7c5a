/// A message from a NATS server.
struct NATSMessage: Hashable, Sendable {
  /// The subject for an answer; JetStream encodes the place of the entry in it.
  var reply: String?
  var body: [UInt8]
  /// The status that the server sends instead of a body.
  var status: Status?

  struct Status: Hashable, Sendable {
    var code: Int
    var text: String
    /// The number of requested messages that will not arrive.
    var missing: Int?
  }
}

/// An event that a mailbox receives.
enum NATSEvent: Hashable, Sendable {
  case message(NATSMessage)
  /// The connection is lost, with all messages in transit.
  case disconnected
  /// A tick of the timer.
  case tick
}

/// A message to a NATS server.
struct NATSRequest: Hashable, Sendable {
  var subject: String
  var headers: [Header] = []
  var body: [UInt8] = []

  struct Header: Hashable, Sendable {
    var name: String
    var value: String
  }
}
