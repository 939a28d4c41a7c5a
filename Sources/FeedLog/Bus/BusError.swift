/// An error in reading the messages of a bus that is not a failure of the connection.
package struct BusError: Error, Hashable {
  /// A description of the error.
  package let message: String
  /// A suggested correction, or `nil`.
  package let hint: String?

  init(_ message: String, hint: String? = nil) {
    self.message = message
    self.hint = hint
  }
}

extension BusError {
  static func notPermitted(_ subject: String) -> BusError {
    BusError(
      "the server does not permit these credentials to read '\(subject)'",
      hint: "permit it in nats-server's configuration, or read another subject"
    )
  }

  static func noStream(_ name: String) -> BusError {
    BusError("the server has no stream '\(name)'", hint: "check its name and the account")
  }

  static func pushConsumer(_ name: String) -> BusError {
    BusError(
      "consumer '\(name)' is a push consumer, but a feed needs a pull consumer",
      hint: "name a consumer without a deliver subject, or a new one, which is then created"
    )
  }

  static func otherSubject(_ name: String, takes: [String], asked: String) -> BusError {
    let subjects = takes.isEmpty ? "all subjects" : takes.map { "'\($0)'" }.joined(separator: ", ")
    return BusError(
      "consumer '\(name)' delivers \(subjects), but the feed file reads '\(asked)'",
      hint: takes.count == 1 ? "write nats: \"\(takes[0])\"" : "name another consumer"
    )
  }

  /// Returns the error for a refusal by JetStream, with JetStream's own description.
  static func refused(_ failure: JetStreamFailure) -> BusError {
    switch failure.number {
    case 10_084, 10_098, 10_099, 10_100:
      BusError(
        "JetStream refuses: \(failure.text)",
        hint: "the stream removes acknowledged messages: name its durable consumer with 'consumer:'"
      )
    case 10_093:
      BusError(
        "JetStream refuses: \(failure.text)",
        hint: "read a subject of the stream, or '>'"
      )
    default: BusError("JetStream refuses: \(failure.text)")
    }
  }
}
