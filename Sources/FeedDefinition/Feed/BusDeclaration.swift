public import FeedDocuments

/// Messages of NATS as the feed file declares them: a subject, or a stream of JetStream.
public struct BusDeclaration: Hashable, Sendable {
  /// The subject, in which `*` stands for one word and a `>` at the end for all that follow.
  public var subject: String
  /// The servers, as `nats://HOST:PORT` or `tls://HOST:PORT`; any of them will do.
  public var servers: [String]
  /// The stream of JetStream that keeps the messages; `nil` for what is sent while the input runs.
  public var stream: String?
  /// The durable consumer of that stream by which the server knows what was taken.
  public var consumer: String?
  /// `USER:PASSWORD`, a token, or the secret whose file has one of them or what `nsc` makes.
  public var credentials: SecretText?
  /// The file with the certificates by which the servers are trusted; the system's without it.
  public var authorities: String?
  /// The file with the certificate that the servers know this program by.
  public var certificate: String?
  /// The secret whose file has the key of that certificate.
  public var key: SecretText?
  /// Which files may be read for it.
  public var access = FileAccess.anywhere

  /// Declares messages of NATS.
  ///
  /// - Parameters:
  ///   - subject: The subject, with or without wildcards.
  ///   - servers: The servers, each with its scheme.
  ///   - stream: The stream of JetStream that keeps the messages.
  ///   - consumer: The durable consumer of that stream.
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
