import FeedModel

/// Follows a feed that is served elsewhere.
///
/// ```swift
/// let client = FeedClient("https://feed.example.com")
/// for try await update in client.updates() {
///   list.perform(update.updates, showing: update.snapshot)
/// }
/// ```
///
/// A feed that has replicas is followed at one of them; when that one is gone, the client goes on at another
/// one from the version that it holds: `FeedClient(["https://a.example.com", "https://b.example.com"])`.
///
/// A client is a value: it holds addresses and what is asked for, and each call of
/// ``updates(after:onState:)`` is a connection of its own.
public struct FeedClient: Sendable {
  /// Where the feed is served, as `http://127.0.0.1:8080`; several addresses if it has replicas.
  public let urls: [String]
  /// What is asked for, and what is allowed.
  public var configuration: FeedClientConfiguration

  /// Makes a client; nothing is connected yet.
  ///
  /// - Parameters:
  ///   - url: Where the feed is served: `https://feed.example.com`, with the path in front of `/v1` if the
  ///     server has one. An address that cannot be used is reported by the first update.
  ///   - configuration: What is asked for, and what is allowed.
  public init(_ url: String, configuration: FeedClientConfiguration = FeedClientConfiguration()) {
    self.init([url], configuration: configuration)
  }

  /// Makes a client of a feed that has replicas; nothing is connected yet.
  ///
  /// - Parameters:
  ///   - urls: Where the feed is served, the first address first. Addresses that cannot be used are reported
  ///     by the first update, and so is an empty list.
  ///   - configuration: What is asked for, and what is allowed.
  public init(
    _ urls: [String],
    configuration: FeedClientConfiguration = FeedClientConfiguration()
  ) {
    self.urls = urls
    self.configuration = configuration
  }

  /// Every version of the feed from now on, each with the batch that leads to it.
  ///
  /// - Parameters:
  ///   - held: What the reader holds of this feed already, with the same sections: the updates go on from
  ///     there, if the server still can.
  ///   - onState: Called whenever the connection goes over to another state, in order.
  /// - Returns: The updates; they connect when the first one is asked for.
  public func updates(
    after held: ClientUpdate? = nil,
    onState: @escaping @Sendable (ConnectionState) -> Void = { _ in }
  ) -> ClientUpdates {
    updates(
      after: held,
      time: RunningTime(ContinuousClock()),
      random: SystemRandomNumberGenerator(),
      onState
    )
  }

  /// The same with a clock and chances of one's own, for tests.
  package func updates(
    clock: some Clock<Duration>,
    random: some RandomNumberGenerator & Sendable,
    onState: @escaping @Sendable (ConnectionState) -> Void = { _ in }
  ) -> ClientUpdates {
    updates(after: nil, time: RunningTime(clock), random: random, onState)
  }

  private func updates(
    after held: ClientUpdate?,
    time: RunningTime,
    random: some RandomNumberGenerator & Sendable,
    _ onState: @escaping @Sendable (ConnectionState) -> Void
  ) -> ClientUpdates {
    ClientUpdates(after: held) { [urls, configuration] () throws(ClientError) in
      Follower(
        try FeedAddress.read(urls),
        configuration,
        after: held,
        time: time,
        random: random,
        onState: onState
      )
    }
  }
}
