/// Why the messages of a bus cannot be read, where it is not the connection.
package struct BusError: Error, Hashable {
  /// What is wrong.
  package let message: String
  /// The one likely remedy.
  package let hint: String?

  init(_ message: String, hint: String? = nil) {
    self.message = message
    self.hint = hint
  }
}

extension BusError {
  static func notPermitted(_ subject: String) -> BusError {
    BusError(
      "the server does not let these credentials read '\(subject)'",
      hint: "allow it in nats-server's configuration, or ask for another subject"
    )
  }

  static func noStream(_ name: String) -> BusError {
    BusError("there is no stream '\(name)'", hint: "make it, or check its name and the account")
  }

  static func pushConsumer(_ name: String) -> BusError {
    BusError(
      "the server pushes the messages of consumer '\(name)', and a feed asks for them",
      hint: "name a consumer without a deliver subject, or one that does not exist: it is made then"
    )
  }

  static func otherSubject(_ name: String, takes: [String], asked: String) -> BusError {
    let subjects = takes.isEmpty ? "all subjects" : takes.map { "'\($0)'" }.joined(separator: ", ")
    return BusError(
      "consumer '\(name)' takes \(subjects), and the feed file asks for '\(asked)'",
      hint: takes.count == 1 ? "write nats: \"\(takes[0])\"" : "name another consumer"
    )
  }

  /// What JetStream says, in its own words.
  static func refused(_ failure: JetStreamFailure) -> BusError {
    switch failure.number {
    case 10_084, 10_098, 10_099, 10_100:
      BusError(
        "JetStream refuses: \(failure.text)",
        hint: "the stream forgets what is acknowledged: name its durable consumer with 'consumer:'"
      )
    case 10_093:
      BusError(
        "JetStream refuses: \(failure.text)",
        hint: "ask for a subject of the stream, or for '>'"
      )
    default: BusError("JetStream refuses: \(failure.text)")
    }
  }
}
