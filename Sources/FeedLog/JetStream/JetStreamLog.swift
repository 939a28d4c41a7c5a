import FeedModel
import Foundation

/// An ordered log on NATS JetStream, for programs on many machines.
///
/// The stream is made when the first program opens it, with as many copies as asked for: 3 survive the
/// loss of one server. Its description holds the identity of the log, which is drawn then: all servers keep the same
/// one, whichever of them has lost its disk. An id is known for ten minutes.
///
/// ```swift
/// let address = try LogAddress("nats://log1:4222,log2:4222,log3:4222/ODDS")
/// let log = try await JetStreamLog(at: address, replicas: 3)
/// try await log.append(bytes, id: "odds/7").sequence   // 1
/// ```
public final class JetStreamLog: OrderedLog {
  /// Where the log is.
  public let address: LogAddress
  let jetStream: JetStream
  /// Values beside the log that all replicas see, such as where the newest copy of a store is.
  let keys: LogKeys

  /// The subject under which entries are appended.
  private var subject: String { "feed-log.\(address.stream)" }

  /// Opens a log, and makes it if there is none.
  ///
  /// - Parameters:
  ///   - address: The servers and the name of the stream.
  ///   - security: The files that secure the connection.
  ///   - replicas: The number of servers that keep a new log: 1, 3 or 5; `nil` creates none.
  ///   - mayBeMissing: Whether a log that is missing, or that no server has, is opened without an error.
  ///   - patience: The time limit of a request while no server answers.
  ///   - clock: The clock to wait by.
  /// - Throws: ``LogError`` if no server takes the connection, or has the log.
  public init(
    at address: LogAddress,
    security: LogSecurity = LogSecurity(),
    replicas: Int? = 1,
    mayBeMissing: Bool = false,
    patience: Duration = .seconds(10),
    clock: some Clock<Duration> = ContinuousClock()
  ) async throws {
    self.address = address
    let connection = try await NATSConnection.connect(
      to: address.servers,
      isSecure: address.isSecure,
      security
    )
    jetStream = JetStream(connection: connection, clock: clock, patience: patience)
    keys = LogKeys(jetStream, bucket: address.stream)
    do {
      try await jetStream.checkIsThere()
      if let replicas { try await make(replicas: replicas) } else { try check(await info()) }
    } catch let error as LogError where mayBeMissing && error.isAbsence {
      return
    } catch {
      await connection.close()
      throw error
    }
  }

  /// Creates the log and its values, unless they exist.
  ///
  /// - Parameter replicas: The number of servers that keep the log: 1, 3 or 5.
  /// - Throws: ``LogError`` if they cannot be made.
  package func make(replicas: Int) async throws {
    let stream = try await jetStream.makeStream(
      JetStreamQuestions.Stream(
        name: address.stream,
        description: Self.identityMark + UUID().uuidString,
        subjects: [subject],
        replicas: replicas,
        duplicateWindow: 600_000_000_000
      )
    )
    try check(stream)
    try await keys.open(replicas: replicas)
  }

  /// Creates the values of the log, unless they exist.
  func makeKeys() async throws { try await keys.open(replicas: await info().config.replicas) }

  /// Refuses a stream that is not the log of a feed.
  private func check(_ stream: JetStreamAnswers.Stream) throws {
    guard stream.config.subjects == [subject] else {
      throw LogError(
        .notALog,
        "the stream '\(address.stream)' is not the log of a feed",
        hint: "choose another name"
      )
    }
  }

  /// The beginning of a stream's description, before the identity of the log.
  private static let identityMark = "log of a feed: "

  /// What the stream is like.
  ///
  /// - Throws: ``LogError``: with code ``LogError/Code/noLog`` if there is none.
  func info(isPatient: Bool = false) async throws -> JetStreamAnswers.Stream {
    let answer: Result<JetStreamAnswers.Stream, _> = try await jetStream.ask(
      "STREAM.INFO.\(address.stream)",
      JetStreamQuestions.Nothing(),
      isPatient: isPatient
    )
    if case .failure(let failure) = answer, failure.number == JetStreamFailure.streamIsMissing {
      throw LogError.noLog(address)
    }
    return try answer.mapError(\.error).get()
  }

  /// Which log it is, and which entries it has.
  public func bounds() async throws -> LogBounds { try await bounds(isPatient: false) }

  func bounds(isPatient: Bool) async throws -> LogBounds {
    bounds(try await info(isPatient: isPatient))
  }

  func bounds(_ stream: JetStreamAnswers.Stream) -> LogBounds {
    LogBounds(
      identity: "\(address.stream)/\(identity(of: stream))",
      first: stream.state.messages == 0 ? stream.state.last + 1 : stream.state.first,
      last: stream.state.last
    )
  }

  /// Returns the identity of a stream, which differs from that of an earlier stream of the same name.
  private func identity(of stream: JetStreamAnswers.Stream) -> String {
    if let text = stream.config.description, text.hasPrefix(Self.identityMark) {
      return String(text.dropFirst(Self.identityMark.count))
    }
    // An earlier release has made it.
    return stream.created
  }

  /// Appends an entry, unless one with the same id is in the log.
  public func append(
    _ entry: [UInt8],
    id: String,
    expecting last: UInt64?
  ) async throws -> LogReceipt {
    try await append(entry, id: id, expecting: last, within: jetStream.patience)
  }

  /// Appends an entry, and tries that for as long as given while no server answers.
  func append(
    _ entry: [UInt8],
    id: String,
    expecting last: UInt64? = nil,
    within patience: Duration
  ) async throws -> LogReceipt {
    try check(entry, id: id)
    var request = NATSRequest(
      subject: subject,
      headers: [
        .init(name: "Nats-Msg-Id", value: id),
        .init(name: "Nats-Expected-Stream", value: address.stream),
      ],
      body: entry
    )
    if let last {
      request.headers.append(.init(name: "Nats-Expected-Last-Sequence", value: "\(last)"))
    }
    // A repeat after a lost answer is known by its id.
    let answer: Result<JetStreamAnswers.Receipt, _> = try await jetStream.send(
      request,
      within: patience
    )
    switch answer {
    case .success(let receipt):
      return LogReceipt(sequence: receipt.sequence, isRepeat: receipt.isDuplicate ?? false)
    case .failure(let failure):
      if let last, failure.number == JetStreamFailure.wrongLastSequence {
        throw LogError.overtaken(expected: last, last: failure.last)
      }
      if failure.number == JetStreamFailure.tooLarge {
        throw LogError.tooLarge(entry.count, most: jetStream.connection.mostBytes)
      }
      throw failure.error
    }
  }

  /// The entries after a position, those that are yet to come among them.
  public func tail(after position: LogPosition) -> LogTail {
    LogTail { JetStreamReader(log: self, after: position) }
  }

  /// Removes the entries before one.
  public func trim(before sequence: UInt64) async throws {
    // Beyond the newest entry JetStream would leave numbers out.
    let bounds = try await bounds()
    let first = min(sequence, bounds.last + 1)
    guard first > bounds.first else { return }
    _ = try await jetStream.ask(
      "STREAM.PURGE.\(address.stream)",
      JetStreamQuestions.Purge(sequence: first),
      for: JetStreamAnswers.Nothing.self
    ).mapError(\.error).get()
  }

  /// Says where a copy of a store is to be had, unless a newer one is known.
  public func putSnapshot(_ snapshot: LogSnapshot) async throws {
    let value = [UInt8](try JSONEncoder().encode(snapshot))
    while true {
      let known = try await keys[LogSnapshot.key]
      if let old = known?.decoded(LogSnapshot.self), old.sequence > snapshot.sequence {
        // One beyond the end is of another log, which had the name before this one was made.
        guard try await old.sequence > bounds().last else { return }
      }
      if try await keys.set(LogSnapshot.key, to: value, expecting: known?.revision ?? 0) != nil {
        return
      }
    }
  }

  /// The newest copy of a store that was noted.
  public func latestSnapshot() async throws -> LogSnapshot? {
    try await keys[LogSnapshot.key]?.decoded(LogSnapshot.self)
  }

  /// Ends the use of the log, and all tails.
  public func close() async { await jetStream.connection.close() }
}

extension LogSnapshot {
  /// Under which key the newest one is noted.
  static let key = "snapshot"
}

extension JetStream {
  /// Makes a stream unless it is there.
  ///
  /// - Parameter stream: What it is to be like.
  /// - Returns: What it is like.
  /// - Throws: ``LogError`` if it cannot be made.
  func makeStream(_ stream: JetStreamQuestions.Stream) async throws -> JetStreamAnswers.Stream {
    // Servers that have just started do not know each other yet. While another program creates the same stream,
    // its name and its subjects are taken before the servers find it.
    var retrial = Retrial(patience: max(patience, .seconds(15)))
    while true {
      let known: Result<JetStreamAnswers.Stream, _> = try await ask(
        "STREAM.INFO.\(stream.name)",
        JetStreamQuestions.Nothing()
      )
      guard case .failure(let failure) = known, failure.number == JetStreamFailure.streamIsMissing
      else { return try known.mapError(\.error).get() }
      switch try await create(stream) {
      case .success(let made): return made
      case .failure(let failure):
        guard JetStreamFailure.mayPass.contains(failure.number), let pause = retrial.pause() else {
          throw failure.whileCreating(stream)
        }
        try await clock.sleep(for: pause)
      }
    }
  }

  private func create(
    _ stream: JetStreamQuestions.Stream
  ) async throws -> Result<JetStreamAnswers.Stream, JetStreamFailure> {
    try await ask("STREAM.CREATE.\(stream.name)", stream)
  }
}

extension JetStreamFailure {
  fileprivate func whileCreating(_ stream: JetStreamQuestions.Stream) -> LogError {
    guard error.code == .refused else { return error }
    return LogError(
      .cannotCreate,
      "the log '\(stream.name)' cannot be made: \(text)",
      hint: stream.replicas > 1
        ? "\(stream.replicas) copies need a cluster of as many servers"
        : "see the limits in nats-server's configuration"
    )
  }
}
