/// A connection to NATS for the messages of one input.
///
/// A lost connection does not reconnect: its readers end, and the caller decides when to connect again.
package final class BusConnection: Sendable {
  let connection: NATSConnection

  private init(_ connection: NATSConnection) { self.connection = connection }

  /// Connects to one of several servers.
  ///
  /// - Parameter servers: The servers, as `nats://HOST:PORT`; one of `tls://` asks for TLS at all
  ///   of them.
  /// - Throws: ``LogError`` if no server accepts the connection.
  package static func open(
    to servers: [String],
    _ security: LogSecurity
  ) async throws -> BusConnection {
    BusConnection(
      try await NATSConnection.connect(
        to: servers,
        isSecure: servers.contains { $0.hasPrefix("tls://") },
        security,
        reconnects: false
      )
    )
  }

  /// Closes the connection and ends its readers.
  package func close() async { await connection.close() }

  /// Subscribes to a subject; the reader receives the messages that are sent after this call.
  ///
  /// - Parameter subject: The subject, with or without wildcards.
  /// - Throws: ``BusError`` if the server does not allow it, ``LogError`` if it does not answer.
  package func reader(
    ofSubject subject: String,
    most: SubjectLimits = SubjectLimits()
  ) async throws -> SubjectReader {
    try await SubjectReader(connection, subject: subject, most: most)
  }

  /// Returns a reader of a stream; it sends no request yet.
  ///
  /// - Parameters:
  ///   - position: The position of the last message read; `nil` starts at the beginning of the stream,
  ///     or at the position of its durable consumer.
  ///   - onMissing: Called with a description if unread messages were removed.
  package func reader(
    of stream: BusStream,
    after position: StreamPosition?,
    onMissing: @escaping @Sendable (String) -> Void
  ) -> StreamReader {
    StreamReader(connection, stream, after: position, onMissing: onMissing)
  }

  /// Acknowledges a message of a stream, if its consumer requires that.
  package func acknowledge(_ message: BusMessage) {
    guard let subject = message.acknowledgement else { return }
    connection.send(NATSRequest(subject: subject, body: Array("+ACK".utf8)))
  }
}
