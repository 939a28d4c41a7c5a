public import FeedStore

/// A NATS input of the feed file: a subject or a stream of JetStream.
public struct BusDeclaration: Hashable, Sendable {
  /// The subject; `*` matches one word, and a final `>` matches all remaining words.
  public var subject: String
  /// The servers, written `nats://HOST:PORT` or `tls://HOST:PORT`; one reachable server is enough.
  public var servers: [String]
  /// The stream of JetStream that keeps the messages, or `nil` to receive only live messages.
  public var stream: String?
  /// The durable consumer of that stream, which keeps the position in it.
  public var consumer: String?
  /// `USER:PASSWORD`, a token, or a secret whose file contains one of these or a file made by `nsc`.
  public var credentials: SecretText?
  /// The file with the trusted root certificates; `nil` for those of the system.
  public var authorities: String?
  /// The file with the client certificate of this program.
  public var certificate: String?
  /// The secret whose file contains the private key of that certificate.
  public var key: SecretText?
  /// The files that the input may read.
  public var access = FileAccess.anywhere

  /// Declares a NATS input.
  ///
  /// - Parameter subject: The subject, with or without wildcards.
  public init(
    subject: String,
    servers: [String],
    stream: String? = nil,
    consumer: String? = nil
  ) {
    self.subject = subject
    self.servers = servers
    self.stream = stream
    self.consumer = consumer
  }

  /// The names of all secrets that a connection needs.
  public var secrets: [String] { (credentials?.names ?? []) + (key?.names ?? []) }
}
