import CNats

extension LogError {
  static let lostConnection = LogError(
    .unreachable,
    "the connection to the log was lost",
    hint: "the program retries; check that nats-server runs"
  )

  static let noAnswer = LogError(
    .unreachable,
    "the log does not answer",
    hint: "at least two of three servers must run and reach each other"
  )

  /// Returns the description of a status by libnats.
  static func words(for status: natsStatus) -> String {
    unsafe natsStatus_GetText(status).map { unsafe String(cString: $0) }
      ?? "code \(status.rawValue)"
  }

  /// Returns the error for a connection that could not be established.
  static func connecting(to servers: [String], _ status: natsStatus, _ detail: String) -> LogError {
    let place = servers.map { "'\($0)'" }.joined(separator: ", ")
    let words = detail.isEmpty ? words(for: status) : detail
    switch status {
    case NATS_CONNECTION_AUTH_FAILED, NATS_NOT_PERMITTED:
      return LogError(
        .unauthorized,
        "the log at \(place) rejects these credentials",
        hint: "use credentials from nats-server's configuration"
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
        "the log at \(place) requires TLS",
        hint: "write tls:// instead of nats://"
      )
    case NATS_SSL_ERROR:
      return LogError(
        .insecure,
        "the log at \(place) has no trusted certificate: \(words)",
        hint: "name the file of the authority that signed its certificate"
      )
    default:
      return LogError(
        .unreachable,
        "no server of the log answers at \(place): \(words)",
        hint: "start one: nats-server --jetstream"
      )
    }
  }

  /// Returns the error for a message that could not be sent.
  static func unsent(_ status: natsStatus, _ detail: String) -> LogError {
    LogError(
      .unreachable,
      "cannot send to the log: \(detail.isEmpty ? words(for: status) : detail)",
      hint: "the program retries; check that nats-server runs"
    )
  }
}
