import FeedFormatting
import FeedSnapshots
import FeedWire

/// What a client does after each thing that happens to its connection: without sockets, tasks or clocks.
///
/// Times are counted from the client's beginning.
struct ClientMachine: Sendable {
  /// What to send to the server.
  struct Request: Hashable, Sendable {
    var url: String
    /// The version to go on from.
    var lastEventID: String?
  }

  /// What to do with an answer.
  enum Reading: Hashable, Sendable {
    /// Read events.
    case events
    /// Read why the server has refused, and hand it to ``Answer/error(_:from:)``.
    case refusal
    /// Ask again there.
    case redirection(Request)
  }

  /// What to do after some bytes of a stream.
  struct Step: Sendable {
    /// The versions that the reader is to be shown.
    var versions: [HeldVersion] = []
    /// Why to close the connection, if that is to be done.
    var error: ClientError?
    /// The state that the connection has gone over to.
    var state: ConnectionState?
  }

  /// What to do when a connection has ended.
  enum Next: Hashable, Sendable {
    case wait(Duration)
    case fail
  }

  private var addresses: AddressBook
  private(set) var feed: FeedState
  /// When the connection is given up if nothing comes.
  private(set) var deadline = Duration.zero
  private let configuration: FeedClientConfiguration
  private var random: any RandomNumberGenerator & Sendable
  private var reader = EventReader()
  private var request = Request(url: "")
  private var redirections = 0
  private var isLive = false
  private var hasHeld = false
  /// Whether this connection has asked for an image in place of what is shown.
  private var hasAskedForImage = false
  /// The newest version that the reader was shown.
  private var shown: Cursor?
  private var latestError: ClientError?
  /// What the server has asked for with its last word.
  private var goodbye: Duration?
  /// What the server has asked for with a refusal.
  private var pause: Duration?

  /// A server may take so long for its first words, however often it gives signs of life.
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
          limits: configuration.limits
        )
      } ?? FeedState(limits: configuration.limits)
  }

  /// The address that is connected to.
  var address: FeedAddress { addresses.current }

  /// How long nothing may come once the feed is there.
  var patience: Duration { configuration.heartbeatInterval * 3 }

  /// Begins a connection.
  ///
  /// - Parameter now: The time.
  /// - Returns: What to send, and the state that the connection goes over to.
  mutating func connect(at now: Duration) -> (request: Request, state: ConnectionState) {
    reader = EventReader(maximumEventBytes: configuration.limits.bytes)
    (goodbye, pause, redirections, isLive) = (nil, nil, 0, false)
    hasAskedForImage = shown != nil && feed.cursor == nil
    deadline = now + max(patience, Self.answerTime)
    request = Request(
      url: address.stream(configuration),
      lastEventID: feed.cursor?.description
    )
    return (request, .connecting(after: latestError))
  }

  /// Takes what an answer says before its body.
  ///
  /// - Throws: ``ClientError`` for a redirection that is not followed.
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
          ? "\(address.authority) redirects again and again"
          : "\(address.authority) redirects to '\(FeedAddress.shown(location))', which is not followed",
        hint: "name the address that the feed is served at"
      )
    }
    request.url = url
    return .redirection(request)
  }

  /// Takes bytes of a stream.
  mutating func didReceive(_ bytes: [UInt8], at now: Duration) -> Step {
    var step = Step()
    let pending = reader.pendingBytes
    do throws(WireError) {
      for event in try reader.read(bytes) {
        take(event, at: now, &step)
        if step.error != nil { return step }
      }
      // A long event takes its time on a slow line.
      if reader.pendingBytes > pending { extendDeadline(from: now) }
    } catch {
      step.error = ClientError(wire: error, from: address)
    }
    return step
  }

  /// Takes the end of a connection, whatever has ended it.
  ///
  /// - Parameters:
  ///   - error: What has ended it; `nil` if the server has, without a word.
  ///   - now: The time.
  /// - Returns: What to do, and the state that the connection goes over to.
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
      // Another replica may be behind what is shown, and without a cursor it would not know.
      stays: shown != nil && feed.cursor == nil && !hasAskedForImage,
      using: &random
    )
    return (addresses.isHopeless && !hasHeld ? .fail : .wait(wait), error)
  }

  /// What is wrong when the deadline has passed.
  var silence: ClientError {
    ClientError(
      .silent,
      isLive
        ? "\(address.authority) has given no sign of life for \(patience)"
        : "\(address.authority) has not answered with a feed for \(max(patience, Self.answerTime))"
    )
  }

  // MARK: Events

  private mutating func take(_ event: ServerSentEvent, at now: Duration, _ step: inout Step) {
    let (title, sources) = (feed.title, feed.sources)
    let held = addresses.hasOthers && event.name == "image" ? feed : nil
    switch feed.receive(event) {
    case .updated(let update) where goesBack(to: update.cursor):
      if let held { feed = held }
      step.error = ClientError(
        .behind,
        "\(address.authority) shows version \(update.cursor.version), which is older than what is shown"
      )
      return
    case .updated(let update):
      hasHeld = true
      shown = update.cursor
      step.versions.append(version(update.snapshot, update.batch, update.cursor))
    case .unchanged:
      // Nothing is known of a server that gives signs of life, but no feed.
      guard event.name == "heartbeat", let cursor = feed.cursor else { return }
      // What is held was compared with what the server has.
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

  /// Whether a version is older than one that another server has sent.
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
      sources: feed.sources
    )
  }
}

extension Bye.Reason {
  /// Why a server has ended the connection.
  fileprivate func words(of server: String) -> String {
    switch self {
    case .slow: "\(server) has ended the connection, as this client was too slow"
    case .drain: "\(server) is stopping"
    case .view: "\(server) cannot go on from the version that is shown, or not show these sections"
    }
  }
}

extension ClientError {
  /// What is wrong with what has come.
  fileprivate init(wire error: WireError, from address: FeedAddress) {
    self.init(
      .invalidFeed,
      "what \(address.authority) sends is refused: \(FeedAddress.shown(error.message))",
      hint: error.hint
    )
  }
}
