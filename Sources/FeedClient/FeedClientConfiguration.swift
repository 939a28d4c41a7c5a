public import FeedWire

/// What a client asks a server for, and what it lets the server do.
public struct FeedClientConfiguration: Sendable {
  /// The sections; all of them unless something else is said.
  public var sections = FeedView.all
  /// The least time between two patches; zero for a patch for every version.
  public var conflate = Duration.zero
  /// How often the server gives a sign of life, from half a second to half a minute.
  ///
  /// A connection on which nothing comes for three times as long is given up.
  public var heartbeat = Duration.seconds(5)
  /// The certificates that a server's own must lead to, where the address begins with `https`.
  public var trustRoots = TrustRoots.system
  /// How much is read of what the server sends.
  public var limits = WireLimits()

  /// Whom to trust.
  public enum TrustRoots: Hashable, Sendable {
    /// Those that the system trusts.
    case system
    /// Those of a file in PEM, and no others.
    case file(String)
  }

  /// Asks for all sections, and for every version.
  public init() {}
}
