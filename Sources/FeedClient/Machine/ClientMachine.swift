import FeedFormatting
import FeedSnapshots
import FeedWire

/// The state machine of a client, without sockets, tasks or clocks.
///
/// Times are relative to the start of the client.
struct ClientMachine: Sendable {
  /// A request to the server.
  struct Request: Hashable, Sendable {
    var url: String
    /// The version to resume from.
    var lastEventID: String?
  }

  /// The treatment of an answer.
  enum Reading: Hashable, Sendable {
    /// Read events.
    case events
    /// Read the refusal, and pass it to ``Answer/error(_:from:)``.
    case refusal
    /// Send this request next.
    case redirection(Request)
  }

  /// The result of received bytes.
  struct Step: Sendable {
    /// The new versions for the reader.
    var versions: [HeldVersion] = []
    /// The reason to close the connection, or `nil`.
    var error: ClientError?
    /// The new state of the connection, or `nil`.
    var state: ConnectionState?
  }

  /// The action after the end of a connection.
  enum Next: Hashable, Sendable {
    case wait(Duration)
    case fail
  }

  private var addresses: AddressBook
  private(set) var feed: FeedState
  /// The time at which the connection is closed if no data arrives.
  private(set) var deadline = Duration.zero
  private let configuration: FeedClientConfiguration
  private var random: any RandomNumberGenerator & Sendable
  private var reader = EventReader()
  private var request = Request(url: "")
  private var redirections = 0
  private var isLive = false
  /// The name under which the server moves the windows of the stream.
  private(set) var stream: String?
  private var hasHeld = false
  /// Whether this connection has requested an image to replace the shown version.
  private var hasAskedForImage = false
  /// The newest version that the reader got.
  private var shown: Cursor?
  private var latestError: ClientError?
  /// The wait in the `bye` of the server.
  private var goodbye: Duration?
  /// The wait in a refusal of the server.
  private var pause: Duration?

  /// The minimum time to wait for the first event, regardless of the heartbeat interval.
  private static let answerTime = Duration.seconds(15)
  private static let mostRedirections = 5

  init(
    _ addresses: [FeedAddress],
    _ configuration: FeedClientConfiguration,
    after held: ClientUpdate? = nil,
    random: any RandomNumberGenerator & Sendable
  ) {
    self.addresses = AddressBook(addresses)
    self.configuration = configuration
    self.random = random
    hasHeld = held != nil
    shown = held?.cursor
    feed =
      held.map {
        FeedState(
          holding: $0.snapshot,
          cursor: $0.cursor,
          title: $0.title,
          sources: $0.sources,
          windows: $0.windows,
          layouts: $0.layouts,
          limits: configuration.limits
        )
      } ?? FeedState(limits: configuration.limits)
  }

  /// The current address.
  var address: FeedAddress { addresses.current }

  /// The maximum time without data after the first event.
  var patience: Duration { configuration.heartbeatInterval * 3 }

  /// Starts a connection.
  mutating func connect(at now: Duration) -> (request: Request, state: ConnectionState) {
    reader = EventReader(maximumEventBytes: configuration.limits.bytes)
    (goodbye, pause, redirections, isLive, stream) = (nil, nil, 0, false, nil)
    hasAskedForImage = shown != nil && feed.cursor == nil
    deadline = now + max(patience, Self.answerTime)
    request = Request(
      url: address.stream(configuration),
      lastEventID: configuration.windows?.areHeld(by: feed) ?? true
        ? feed.cursor?.description : nil
    )
    return (request, .connecting(after: latestError))
  }

  /// Processes the head of an answer.
  ///
  /// - Throws: ``ClientError`` for a redirection that is not allowed.
  mutating func didAnswer(_ answer: Answer) throws(ClientError) -> Reading {
    if answer.isStream { return .events }
    pause = answer.pause
    guard answer.isRedirection, let location = answer.location else { return .refusal }
    redirections += 1
    guard redirections <= Self.mostRedirections,
      let url = address.redirection(to: location, from: request.url)
    else {
      throw ClientError(
        .redirected,
        redirections > Self.mostRedirections
          ? "\(address.authority) redirects too often"
          : "\(address.authority) redirects to '\(FeedAddress.shown(location))', which is not followed",
        hint: "name the address that the feed is served at"
      )
    }
    request.url = url
    return .redirection(request)
  }

  /// Processes bytes of a stream.
  mutating func didReceive(_ bytes: [UInt8], at now: Duration) -> Step {
    var step = Step()
    let pending = reader.pendingBytes
    do throws(WireError) {
      for event in try reader.read(bytes) {
        take(event, at: now, &step)
        if step.error != nil { return step }
      }
      // A long event takes time on a slow line.
      if reader.pendingBytes > pending { extendDeadline(from: now) }
    } catch {
      step.error = ClientError(wire: error, from: address)
    }
    return step
  }

  /// Processes the end of a connection.
  ///
  /// - Parameter error: The reason; `nil` if the server has closed it without a `bye`.
  mutating func didEnd(
    _ error: ClientError?,
    at now: Duration
  ) -> (next: Next, error: ClientError) {
    let error =
      error
      ?? ClientError(.disconnected, "\(address.authority) has ended the connection")
    latestError = error
    isLive = false
    let wait = addresses.didFail(
      at: now,
      goodbye: goodbye,
      asked: pause ?? reader.retry.map { .milliseconds($0) } ?? .zero,
      isHopeless: error.isFinal,
      // Another replica may be behind the shown version, and without a cursor it cannot know that.
      stays: shown != nil && feed.cursor == nil && !hasAskedForImage,
      using: &random
    )
    return (addresses.isHopeless && !hasHeld ? .fail : .wait(wait), error)
  }

  /// The error after the deadline has passed.
  var silence: ClientError {
    ClientError(
      .silent,
      isLive
        ? "\(address.authority) has sent no heartbeat for \(patience)"
        : "\(address.authority) has not sent a feed for \(max(patience, Self.answerTime))"
    )
  }

  // MARK: Events

  private mutating func take(_ event: ServerSentEvent, at now: Duration, _ step: inout Step) {
    if event.name == "stream" {
      stream = try? StreamName(json: event.data, limits: configuration.limits).id
      return extendDeadline(from: now)
    }
    let (title, sources) = (feed.title, feed.sources)
    let held = addresses.hasOthers && event.name == "image" ? feed : nil
    switch feed.receive(event) {
    case .updated(let update) where goesBack(to: update.cursor):
      if let held { feed = held }
      step.error = ClientError(
        .behind,
        "\(address.authority) serves version \(update.cursor.version), which is older than the shown version"
      )
      return
    case .updated(let update):
      hasHeld = true
      shown = update.cursor
      step.versions.append(version(update.snapshot, update.batch, update.cursor))
    case .unchanged:
      // A server that sends heartbeats but no feed is not confirmed.
      guard event.name == "heartbeat", let cursor = feed.cursor else { return }
      // The checksum of the held content matches.
      addresses.didAgree()
      if !feed.sources.haveStates(of: sources) || feed.title != title {
        step.versions.append(version(feed.snapshot, BatchUpdates(), cursor))
      }
    case .needsImage(let error):
      step.error = ClientError(wire: error, from: address)
      return
    case .goodbye(let bye):
      goodbye = .milliseconds(bye.retry)
      step.error = ClientError(.goodbye, bye.reason.words(of: address.authority))
      return
    }
    extendDeadline(from: now)
    guard !isLive else { return }
    isLive = true
    latestError = nil
    step.state = .live
  }

  /// Returns whether a version is older than one of another server.
  private func goesBack(to cursor: Cursor) -> Bool {
    guard addresses.hasOthers, let shown else { return false }
    return cursor.epoch == shown.epoch && cursor.version < shown.version
  }

  private mutating func extendDeadline(from now: Duration) {
    deadline = now + patience
  }

  private func version(
    _ snapshot: WireSnapshot,
    _ batch: BatchUpdates,
    _ cursor: Cursor
  ) -> HeldVersion {
    HeldVersion(
      snapshot: snapshot,
      batch: batch,
      cursor: cursor,
      title: feed.title,
      sources: feed.sources,
      windows: feed.windows,
      layouts: feed.layouts
    )
  }
}

extension Bye.Reason {
  /// Returns a description of the reason.
  fileprivate func words(of server: String) -> String {
    switch self {
    case .slow: "\(server) has ended the connection, because this client was too slow"
    case .drain: "\(server) is shutting down"
    case .expired: "the right to read of this client has ended at \(server)"
    case .view: "\(server) cannot resume from the shown version, or cannot show these sections"
    }
  }
}

extension ClientError {
  /// Creates an error for invalid data from a server.
  fileprivate init(wire error: WireError, from address: FeedAddress) {
    self.init(
      .invalidFeed,
      "invalid data from \(address.authority): \(FeedAddress.shown(error.message))",
      hint: error.hint
    )
  }
}
