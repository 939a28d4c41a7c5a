import FeedModel
import Foundation

/// An ordered log on NATS JetStream: all readers receive the same entries in the same order.
///
/// Entries are numbered from one without a gap. Each entry has an id, so that an entry that is
/// appended again after a lost answer is in the log once. The log stores bytes; `FeedEntry` encodes
/// and decodes the entries of a feed.
///
/// The first program that opens the log creates the stream with the given number of copies; 3 copies survive the
/// loss of one server. The description of the stream contains the identity of the log, a random UUID that all servers
/// store. A repeated id is detected for ten minutes.
///
/// ```swift
/// let address = try LogAddress("nats://log1:4222,log2:4222,log3:4222/ODDS")
/// let log = try await JetStreamLog(at: address, replicas: 3)
/// try await log.append(bytes, id: "odds/7").sequence   // 1
/// for try await batch in log.tail(after: LogPosition(sequence: 0)) {
///   for entry in batch.entries { apply(entry.bytes) }
/// }
/// ```
public final class JetStreamLog: Sendable {
  /// The address of the log.
  public let address: LogAddress
  let jetStream: JetStream
  /// The values that all replicas share, such as the location of the newest copy of a store.
  let keys: LogKeys

  /// The subject of the entries.
  private var subject: String { "feed-log.\(address.stream)" }

  /// Opens a log, and creates it if it does not exist.
  ///
  /// - Parameters:
  ///   - replicas: The number of servers that keep a new log: 1, 3 or 5; `nil` creates none.
  ///   - mayBeMissing: Whether a missing or unreachable log is opened without an error.
  ///   - patience: The time limit of a request while no server answers.
  /// - Throws: ``LogError`` if no server accepts the connection, or the log cannot be opened.
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

  /// Checks that an entry is not empty and that its id is valid.
  private func check(_ entry: [UInt8], id: String) throws(LogError) {
    precondition(!entry.isEmpty, "an entry of no bytes was appended")
    guard (1...128).contains(id.utf8.count), id.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
    else {
      throw LogError(
        .badID,
        "the id '\(id.prefix(128))' of an entry is empty, too long, or not printable ASCII",
        hint: "use 1 to 128 ASCII characters without spaces"
      )
    }
  }

  /// Creates the log and its values, unless they exist.
  ///
  /// - Parameter replicas: The number of servers that keep the log: 1, 3 or 5.
  /// - Throws: ``LogError`` if they cannot be created.
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

  /// Checks that a stream is the log of a feed.
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

  /// Returns the configuration and the state of the stream.
  ///
  /// - Throws: ``LogError``; with code ``LogError/Code/noLog`` if the stream does not exist.
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

  /// Returns the identity of the log, and the range of its entries.
  ///
  /// - Throws: ``LogError`` if the log cannot be reached.
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

  /// Returns the identity of a stream; a recreated stream has a new one.
  private func identity(of stream: JetStreamAnswers.Stream) -> String {
    if let text = stream.config.description, text.hasPrefix(Self.identityMark) {
      return String(text.dropFirst(Self.identityMark.count))
    }
    // An earlier release has created it.
    return stream.created
  }

  /// Appends an entry, unless one with the same id is in the log.
  ///
  /// If it throws ``LogError/Code/unreachable``, the entry may still be in the log: append it again
  /// under the same id, or read the log to its end.
  ///
  /// - Parameters:
  ///   - entry: The entry, of at least one byte.
  ///   - id: The id of the entry: 1 to 128 printable ASCII characters.
  ///   - last: The required number of the newest entry; `nil` skips this check.
  /// - Returns: The number of the entry, after the log has stored it permanently.
  /// - Throws: ``LogError``; with code ``LogError/Code/overtaken`` if the newest entry is not `last`.
  public func append(
    _ entry: [UInt8],
    id: String,
    expecting last: UInt64? = nil
  ) async throws -> LogReceipt {
    try await append(entry, id: id, expecting: last, within: jetStream.patience)
  }

  /// Appends an entry, and retries for the given time while no server answers.
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
    // The server detects a retry after a lost answer by its id.
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

  /// Returns the entries after a position, including future ones.
  ///
  /// The sequence waits for entries, and for a log that cannot be reached, until its task is cancelled.
  /// It never skips an entry: it throws ``LogError/Code/trimmed`` if the next entry was removed,
  /// and ``LogError/Code/forked`` if the entry at the position has changed.
  public func tail(after position: LogPosition) -> LogTail {
    LogTail(log: self, position: position)
  }

  /// Removes all entries before the given one.
  ///
  /// - Parameter sequence: The number of the first entry to keep, at most one beyond the newest.
  /// - Throws: ``LogError`` if they cannot be removed.
  public func trim(before sequence: UInt64) async throws {
    // A purge beyond the newest entry would make JetStream skip numbers.
    let bounds = try await bounds()
    let first = min(sequence, bounds.last + 1)
    guard first > bounds.first else { return }
    _ = try await jetStream.ask(
      "STREAM.PURGE.\(address.stream)",
      JetStreamQuestions.Purge(sequence: first),
      for: JetStreamAnswers.Nothing.self
    ).mapError(\.error).get()
  }

  /// Records the location of a copy of a store, unless a newer copy is recorded.
  ///
  /// - Throws: ``LogError`` if it cannot be recorded.
  public func putSnapshot(_ snapshot: LogSnapshot) async throws {
    let value = [UInt8](try JSONEncoder().encode(snapshot))
    while true {
      let known = try await keys[LogSnapshot.key]
      if let old = known?.decoded(LogSnapshot.self), old.sequence > snapshot.sequence {
        // A copy beyond the end belongs to an earlier log of the same name.
        guard try await old.sequence > bounds().last else { return }
      }
      if try await keys.set(LogSnapshot.key, to: value, expecting: known?.revision ?? 0) != nil {
        return
      }
    }
  }

  /// Returns the newest recorded copy of a store.
  ///
  /// - Returns: The copy, or `nil` if there is none.
  /// - Throws: ``LogError`` if the log cannot be reached.
  public func latestSnapshot() async throws -> LogSnapshot? {
    try await keys[LogSnapshot.key]?.decoded(LogSnapshot.self)
  }

  /// Closes the log and ends all tails.
  public func close() async { await jetStream.connection.close() }
}

extension JetStreamFailure {
  func whileCreating(_ stream: JetStreamQuestions.Stream) -> LogError {
    guard error.code == .refused else { return error }
    return LogError(
      .cannotCreate,
      "the log '\(stream.name)' cannot be created: \(text)",
      hint: stream.replicas > 1
        ? "\(stream.replicas) copies need a cluster of \(stream.replicas) servers"
        : "check the limits in nats-server's configuration"
    )
  }
}
