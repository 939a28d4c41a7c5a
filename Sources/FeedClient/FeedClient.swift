import FeedModel

/// A client that follows a feed on a server.
///
/// ```swift
/// let client = FeedClient("https://feed.example.com")
/// for try await update in client.updates() {
///   list.perform(update.updates, showing: update.snapshot)
/// }
/// ```
///
/// With several addresses, the client follows one replica. If that replica is lost, the client
/// resumes from its version at the next replica of the list: `FeedClient(["https://a.example.com",
/// "https://b.example.com"])`.
///
/// A client is a value with addresses and a configuration; each call of ``updates(after:onState:)`` opens a
/// separate connection.
public struct FeedClient: Sendable {
  /// The addresses of the feed, such as `http://127.0.0.1:8080`; several if it has replicas.
  public let urls: [String]
  /// The requests and limits of the client.
  public var configuration: FeedClientConfiguration

  /// Creates a client; it does not connect yet.
  ///
  /// - Parameter url: The address of the feed: `https://feed.example.com`, with the path before
  ///   `/v1` if the server has one. The first update reports an invalid address.
  public init(_ url: String, configuration: FeedClientConfiguration = FeedClientConfiguration()) {
    self.init([url], configuration: configuration)
  }

  /// Creates a client for a feed with replicas; it does not connect yet.
  ///
  /// - Parameter urls: The addresses of the feed, in the order of preference. The first update
  ///   reports an invalid address or an empty list.
  public init(
    _ urls: [String],
    configuration: FeedClientConfiguration = FeedClientConfiguration()
  ) {
    self.urls = urls
    self.configuration = configuration
  }

  /// Returns the versions of the feed from now on, each with the batch from the previous one.
  ///
  /// - Parameters:
  ///   - held: The last update of the reader, with the same sections; the updates resume from there if
  ///     possible.
  ///   - onState: Called in order with each new state of the connection.
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

  /// Returns the layouts and actions of the feed.
  ///
  /// An update whose ``ClientUpdate/layouts`` differs from ``FeedLayouts/revision`` needs them again.
  ///
  /// - Returns: The answer of the first address that has one.
  /// - Throws: ``ClientError`` of the last address if none has an answer.
  public func layouts() async throws(ClientError) -> FeedLayouts {
    var last: ClientError?
    for address in try FeedAddress.read(urls) {
      do throws(ClientError) {
        return try await FeedLayouts.fetch(from: address, configuration)
      } catch {
        last = error
      }
    }
    throw last ?? ClientError(.unreachable, "no address has answered")
  }

  /// Returns the updates with a custom clock and source of randomness, for tests.
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
