import CNats

extension LogError {
  static let lostConnection = LogError(
    .unreachable,
    "the connection to the log was lost",
    hint: "it is tried again; see whether nats-server runs"
  )

  static let noAnswer = LogError(
    .unreachable,
    "the log gives no answer",
    hint: "of three servers two must run and see each other"
  )

  /// What libnats says, in its own words.
  static func words(for status: natsStatus) -> String {
    unsafe natsStatus_GetText(status).map { unsafe String(cString: $0) }
      ?? "code \(status.rawValue)"
  }

  /// Why a connection was not made.
  static func connecting(to servers: [String], _ status: natsStatus, _ detail: String) -> LogError {
    let place = servers.map { "'\($0)'" }.joined(separator: ", ")
    let words = detail.isEmpty ? words(for: status) : detail
    switch status {
    case NATS_CONNECTION_AUTH_FAILED, NATS_NOT_PERMITTED:
      return LogError(
        .unauthorized,
        "the log at \(place) does not know these credentials",
        hint: "name a file with those that nats-server's configuration has"
      )
    case NATS_SECURE_CONNECTION_WANTED:
      return LogError(
        .insecure,
        "the log at \(place) does not speak TLS",
        hint: "give nats-server a certificate, or write nats:// instead of tls://"
      )
    case NATS_SECURE_CONNECTION_REQUIRED:
      return LogError(
        .insecure,
        "the log at \(place) asks for TLS",
        hint: "write tls:// instead of nats://"
      )
    case NATS_SSL_ERROR:
      return LogError(
        .insecure,
        "the log at \(place) has no certificate that is trusted: \(words)",
        hint: "name the file with the authority that has signed it"
      )
    default:
      return LogError(
        .unreachable,
        "no server of the log answers at \(place): \(words)",
        hint: "start one: nats-server --jetstream"
      )
    }
  }

  /// Why a message was not sent.
  static func unsent(_ status: natsStatus, _ detail: String) -> LogError {
    LogError(
      .unreachable,
      "nothing can be sent to the log: \(detail.isEmpty ? words(for: status) : detail)",
      hint: "it is tried again; see whether nats-server runs"
    )
  }
}
