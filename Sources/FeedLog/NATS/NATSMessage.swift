/// A message that has come from a NATS server.
struct NATSMessage: Hashable, Sendable {
  /// Where an answer would go; JetStream says there which entry it is.
  var reply: String?
  var body: [UInt8]
  /// What the server says in place of a body.
  var status: Status?

  struct Status: Hashable, Sendable {
    var code: Int
    var text: String
    /// How many messages of a request will not come.
    var missing: Int?
  }
}

/// An event that a mailbox receives.
enum NATSEvent: Hashable, Sendable {
  case message(NATSMessage)
  /// The connection is lost, and what was on its way is too.
  case disconnected
  /// Time has passed.
  case tick
}

/// A message that is sent.
struct NATSRequest: Hashable, Sendable {
  var subject: String
  var headers: [Header] = []
  var body: [UInt8] = []

  struct Header: Hashable, Sendable {
    var name: String
    var value: String
  }
}
