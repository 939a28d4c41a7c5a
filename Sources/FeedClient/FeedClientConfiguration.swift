public import FeedWire

/// The configuration of a client: its requests, and the limits for the server.
public struct FeedClientConfiguration: Sendable {
  /// The requested sections; all by default.
  public var sections = FeedView.all
  /// The parts of sections to request; `nil` for whole sections.
  public var windows: ClientWindows?
  /// Whether items have the typed values of their texts, as `WireLook.raw`.
  public var hasRawValues = false
  /// The minimum time between two patches; zero for a patch at every version.
  public var conflate = Duration.zero
  /// The time between two heartbeats, from 0.5 to 30 seconds.
  ///
  /// A connection is closed if no data arrives for three times as long.
  public var heartbeat = Duration.seconds(5)
  /// The token for reading, if the server needs one; it is sent only to the given addresses.
  public var token: String?
  /// The trusted root certificates for `https` addresses.
  public var trustRoots = TrustRoots.system
  /// The limits on input from the server.
  public var limits = WireLimits()

  /// A set of trusted root certificates.
  public enum TrustRoots: Hashable, Sendable {
    /// The roots that the system trusts.
    case system
    /// Only the roots in a PEM file.
    case file(String)
  }

  /// Creates a configuration for all sections and every version.
  public init() {}
}
