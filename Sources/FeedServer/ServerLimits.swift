/// What one client may take of a server.
///
/// Whoever takes more loses its own connection, is counted, and is in nobody else's way.
public struct ServerLimits: Sendable {
  /// The bytes of all headers of a request.
  public var headerBytes = 16 * 1024
  /// The headers of a request.
  public var headerCount = 64
  /// The bytes of a request's target, the query included.
  public var targetBytes = 8 * 1024
  /// The bytes of a request's body.
  public var bodyBytes = 64 * 1024
  /// The bytes of a body that carries messages or a document.
  public var messageBytes = 16 * 1024 * 1024
  /// How long a connection may be without a complete request: a new one, from the beginning of TLS on,
  /// or one between two.
  public var headerTime: Duration = .seconds(10)
  /// How long the body of a request may take.
  public var bodyTime: Duration = .seconds(30)
  /// The time in which a client must take a part of an event or an answer that is written to it.
  public var stalledTime: Duration = .seconds(20)
  /// How long such a client may then take to read what is ahead of its `bye`.
  public var farewellTime: Duration = .seconds(10)
  /// How long a client that holds a newer version than this server waits for it, before it is told to ask
  /// another replica.
  public var aheadTime: Duration = .seconds(2)
  /// The connections that are open at once.
  public var connections = 10_000
  /// The connections of one address; `nil` is 256, and no limit for this machine itself, behind whose
  /// address a reverse proxy has all its clients.
  public var connectionsPerAddress: Int?
  /// The streams that a connection of HTTP/2 may reset before they are answered, in ``resetTime``.
  public var resets = 100
  /// The time in which resets are counted.
  public var resetTime: Duration = .seconds(30)
  /// How long versions are kept for those who come back.
  public var keptTime: Duration = .seconds(300)
  /// About how much memory versions are kept in for those who come back.
  public var keptBytes = 64 * 1024 * 1024
  /// The selections of sections that are served at once.
  public var views = 64
  /// The patches from older versions that are encoded for one version of a view; whoever comes after
  /// that gets an image.
  public var catchUps = 32
  /// How old a copy of the store may be that is handed out again, while somebody reads it.
  public var copyTime: Duration = .seconds(10)
  /// The copies of the store that are on the disk at once.
  public var copies = 2

  /// Makes the limits that hold unless something else is said.
  public init() {}
}
