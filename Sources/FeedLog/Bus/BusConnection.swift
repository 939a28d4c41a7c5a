/// A connection to NATS for the messages of one input.
///
/// When it is lost it stays so: its readers end, and whoever runs them decides when to connect again.
package final class BusConnection: Sendable {
  let connection: NATSConnection

  private init(_ connection: NATSConnection) { self.connection = connection }

  /// Connects to one of several servers.
  ///
  /// - Parameters:
  ///   - servers: The servers, as `nats://HOST:PORT`; one of `tls://` asks for TLS at all of them.
  ///   - security: What secures the connection.
  /// - Returns: The connection.
  /// - Throws: ``LogError`` if no server takes it.
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

  /// Ends the connection, and all its readers.
  package func close() async { await connection.close() }

  /// Begins to read a subject: what is sent from now on.
  ///
  /// - Parameters:
  ///   - subject: The subject, with or without wildcards.
  ///   - most: How much may wait for the reader.
  /// - Returns: The reader.
  /// - Throws: ``BusError`` if the server does not allow it, ``LogError`` if it does not answer.
  package func reader(
    ofSubject subject: String,
    most: SubjectLimits = SubjectLimits()
  ) async throws -> SubjectReader {
    try await SubjectReader(connection, subject: subject, most: most)
  }

  /// Prepares to read a stream.
  ///
  /// - Parameters:
  ///   - stream: Which messages of which stream.
  ///   - position: Where it was read up to; `nil` for its beginning, or where its durable consumer is.
  ///   - onMissing: Called with what there is to say if messages are gone that were not read.
  /// - Returns: The reader.
  package func reader(
    of stream: BusStream,
    after position: StreamPosition?,
    onMissing: @escaping @Sendable (String) -> Void
  ) -> StreamReader {
    StreamReader(connection, stream, after: position, onMissing: onMissing)
  }

  /// Says that a message of a stream is done with, if its consumer wants to know.
  ///
  /// - Parameter message: The message.
  package func acknowledge(_ message: BusMessage) {
    guard let subject = message.acknowledgement else { return }
    connection.send(NATSRequest(subject: subject, body: Array("+ACK".utf8)))
  }
}
