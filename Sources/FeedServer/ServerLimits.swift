import HTTPTypes

/// The limits on the resources that one client may use.
///
/// A client that exceeds a limit loses its own connection and is counted; other clients are not affected.
public struct ServerLimits: Sendable {
  /// The maximum size of all headers of a request, in bytes.
  public var headerBytes = 16 * 1024
  /// The maximum number of headers of a request.
  public var headerCount = 64
  /// The maximum size of a request's target, including the query, in bytes.
  public var targetBytes = 8 * 1024
  /// The maximum size of a request's body, in bytes.
  public var bodyBytes = 64 * 1024
  /// The maximum size of a body with messages or a document, in bytes.
  public var messageBytes = 16 * 1024 * 1024
  /// The time until the headers of a request are complete.
  ///
  /// It begins with the connection or after the last answer. The TLS handshake has the same limit.
  public var headerTime: Duration = .seconds(10)
  /// The time for the body of a request.
  public var bodyTime: Duration = .seconds(30)
  /// The time in which a client must read a part of an event or an answer.
  public var stalledTime: Duration = .seconds(20)
  /// The time in which a slow client must then read everything up to its `bye`.
  public var farewellTime: Duration = .seconds(10)
  /// The time that a client with a newer version waits here before it must reconnect elsewhere.
  public var aheadTime: Duration = .seconds(2)
  /// The maximum number of open connections.
  public var connections = 10_000
  /// The maximum number of connections from one address.
  ///
  /// The default `nil` means 256, and no limit for the loopback address, which a reverse proxy uses for all its
  /// clients.
  public var connectionsPerAddress: Int?
  /// The number of unanswered HTTP/2 streams that a connection may reset in ``resetTime``.
  public var resets = 100
  /// The time window for the count of ``resets``.
  public var resetTime: Duration = .seconds(30)
  /// The time for which versions are kept for clients that reconnect.
  public var keptTime: Duration = .seconds(300)
  /// The approximate memory for versions that are kept for clients that reconnect, in bytes.
  public var keptBytes = 64 * 1024 * 1024
  /// The maximum number of views that are served at once.
  public var views = 64
  /// The maximum number of views with windows that are served at once; each moved window makes one.
  public var windows = 4096
  /// The maximum number of items in the windows of all views.
  public var windowItems = 2_000_000
  /// The maximum number of patches per version and view; further clients get an image.
  public var catchUps = 32
  /// The maximum age of a copy of the store for new requests, while another client reads it.
  public var copyTime: Duration = .seconds(10)
  /// The maximum number of copies of the store on disk.
  public var copies = 2

  /// Creates the default limits.
  public init() {}
}

extension ServerLimits {
  /// Returns the maximum size of a request's body, in bytes.
  func bodyBytes(of path: String) -> Int {
    path.hasPrefix("/v1/messages") || path.hasPrefix("/v1/documents/") ? messageBytes : bodyBytes
  }
}
