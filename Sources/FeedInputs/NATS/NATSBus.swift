import FeedDefinition
import FeedLog
import FeedStore

/// A reader of inputs of the kind `nats` through libnats: subjects, and streams of JetStream.
struct NATSBus {
  let limits: SubjectLimits

  /// Reads one input.
  ///
  /// - Throws: `InputError` if the server cannot be read or the connection ends; the errors of the session.
  func read(
    _ bus: BusDeclaration,
    _ secrets: Secrets,
    into session: InputSession
  ) async throws {
    do {
      let connection = try await BusConnection.open(
        to: bus.servers,
        LogSecurity(of: bus, secrets)
      )
      let result: Result<Void, any Error>
      do {
        if let name = bus.stream {
          let stream = BusStream(name: name, subject: bus.subject, consumer: bus.consumer)
          result = .success(try await read(stream, by: connection, into: session))
        } else {
          result = .success(try await read(bus.subject, by: connection, into: session))
        }
      } catch { result = .failure(error) }
      await connection.close()
      try result.get()
    } catch let error as LogError {
      throw InputError(error)
    } catch let error as BusError {
      throw InputError(.refused, error.message, hint: error.hint)
    }
  }

  /// Reads a subject; messages that are sent without a connection are lost.
  private func read(
    _ subject: String,
    by connection: BusConnection,
    into session: InputSession
  ) async throws {
    let reader = try await connection.reader(ofSubject: subject, most: limits)
    if let away = try await session.didReach() {
      let seconds = (away / .milliseconds(100)).rounded() / 10
      session.miss("connected again after \(seconds) s; messages sent in between are lost")
    }
    var drops = Drops()
    while true {
      let messages: [[UInt8]]
      do { messages = try await reader.next() } catch {
        if !(error is CancellationError) {
          try await drops.tell(reader, session, isLast: true)
        }
        throw error
      }
      if !messages.isEmpty { session.didRead() }
      for message in messages { try await session.deliver(message: message, position: nil) }
      try await drops.tell(reader, session)
    }
  }

  /// Reads a stream, and acknowledges its messages when the store has them.
  private func read(
    _ stream: BusStream,
    by connection: BusConnection,
    into session: InputSession
  ) async throws {
    let position = session.position.flatMap(StreamPosition.init)
    var reader = connection.reader(of: stream, after: position) { session.miss($0) }
    try await reader.open()
    try await session.didReach()
    while true {
      let messages = try await reader.next()
      session.didRead()
      for message in messages {
        if !message.isRepeat {
          try await session.deliver(message: message.body, position: message.position.text)
        }
        connection.acknowledge(message)
      }
    }
  }
}

/// A counter of dropped messages, which reports them once a second.
private struct Drops {
  private var count = 0
  private var told: ContinuousClock.Instant?

  mutating func tell(
    _ reader: SubjectReader,
    _ session: InputSession,
    isLast: Bool = false
  ) async throws {
    count += reader.takeDropped()
    guard count > 0, isLast || told.map({ $0.duration(to: .now) >= .seconds(1) }) ?? true else {
      return
    }
    let words = count == 1 ? "1 message was" : "\(count) messages were"
    try await session.lose(
      count,
      because: "\(words) dropped: they arrived faster than they can be applied"
    )
    (count, told) = (0, .now)
  }
}
