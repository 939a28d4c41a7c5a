import Foundation

/// Reads the messages of a stream in their order, each once, for one reader.
///
/// An ephemeral consumer is created at the position of the reader, and again when it is lost. A durable consumer
/// first reports what it has delivered. Delivered messages that were not read are fetched from the stream, because
/// the consumer would redeliver them only after newer messages. They are acknowledged on redelivery.
package struct StreamReader {
  private let connection: NATSConnection
  private let jetStream: JetStream
  private let stream: BusStream
  private let onMissing: @Sendable (String) -> Void
  private var state: StreamReading
  /// Whether the reader has its own position, rather than that of its consumer.
  private var hasPlace: Bool
  private var consumer: StreamConsumer?
  /// The subjects of the stream.
  private var subjects: [String] = []
  /// Whether the stream is a work queue, which removes acknowledged messages.
  private var isQueue = false
  /// The number up to which messages are fetched from the stream before the consumer is read.
  private var fetchesUpTo: UInt64?
  private var retrial = Retrial(patience: nil)

  /// The maximum number of messages that one call fetches from the stream.
  private static let mostFetched = 64
  /// The maximum size of the answer to a request in bytes, unless a single message is larger.
  private static let mostBytes = 16 << 20

  init(
    _ connection: NATSConnection,
    _ stream: BusStream,
    after position: StreamPosition?,
    onMissing: @escaping @Sendable (String) -> Void
  ) {
    self.connection = connection
    jetStream = JetStream(
      connection: connection,
      clock: ContinuousClock(),
      patience: .milliseconds(500)
    )
    self.stream = stream
    self.onMissing = onMissing
    hasPlace = position != nil
    state = StreamReading(
      position ?? StreamPosition(sequence: 0, created: ""),
      acknowledges: stream.consumer != nil
    )
  }

  /// Opens the consumer, and creates it if it does not exist.
  ///
  /// - Throws: ``LogError`` or ``BusError`` if the stream or the consumer cannot be opened.
  package mutating func open() async throws {
    try await jetStream.checkIsThere()
    _ = try await opened()
  }

  /// Waits for the next messages.
  ///
  /// - Returns: The messages, in the order of the stream, including repeats.
  /// - Throws: ``LogError`` if the connection is lost, ``BusError`` if the server refuses; `CancellationError`.
  package mutating func next() async throws -> [BusMessage] {
    while true {
      try Task.checkCancellation()
      let consumer = try await opened()
      if let last = fetchesUpTo {
        let messages = try await fetch(upTo: last)
        if messages.isEmpty { continue }
        return messages
      }
      if let count = state.pull() {
        let bytes = max(Self.mostBytes, connection.mostBytes + 64 << 10)
        try consumer.pull(BusQuestions.Pull(batch: count, bytes: bytes))
      }
      guard let events = await consumer.mailbox.take() else {
        try Task.checkCancellation()
        throw LogError.closed
      }
      let messages = try take(events)
      if !messages.isEmpty {
        retrial = Retrial(patience: nil)
        return messages
      }
      if self.consumer == nil, let pause = retrial.pause() {
        try await jetStream.clock.sleep(for: pause)
      }
    }
  }

  private mutating func take(_ events: [NATSEvent]) throws -> [BusMessage] {
    var messages: [BusMessage] = []
    for event in events {
      let action: StreamReading.Action =
        switch event {
        case .message(let message): try state.received(message)
        case .tick: state.ticked()
        case .disconnected: .reopen
        }
      switch action {
      case .nothing: break
      case .take(let message):
        hasPlace = true
        messages.append(message)
      case .reopen:
        consumer = nil
        return messages
      }
    }
    return messages
  }

  // MARK: Opening

  private mutating func opened() async throws -> StreamConsumer {
    if let consumer { return consumer }
    try await compare()
    let subject = stream.subject == ">" ? nil : stream.subject
    let made: BusAnswers.Consumer
    if let name = stream.consumer {
      made = try await durable(name, subject)
      if !hasPlace { move(to: made.acknowledged.sequence) }
      if made.delivered.sequence > state.position.sequence {
        fetchesUpTo = made.delivered.sequence
      }
    } else {
      made = try await ask(
        "CONSUMER.CREATE.\(stream.name)",
        question(.passing(from: state.position.sequence + 1, subject))
      ).mapError(BusError.refused).get()
    }
    state.open(delivered: made.delivered.delivery)
    let consumer = StreamConsumer(made.name, of: stream.name, connection)
    self.consumer = consumer
    return consumer
  }

  /// Compares the state of the stream with the position of the reader.
  private mutating func compare() async throws {
    var retrial = Retrial(patience: .seconds(5))
    while true {
      let known = try await info()
      subjects = known.config.subjects ?? []
      isQueue = known.config.retention == "workqueue"
      let position = state.position
      guard position.created == known.created else {
        if hasPlace {
          onMissing("the stream '\(stream.name)' was recreated; reading starts at its beginning")
        }
        hasPlace = false
        return state.move(to: StreamPosition(sequence: 0, created: known.created))
      }
      guard hasPlace else { return }
      let next = position.sequence + 1
      if position.sequence > known.state.last {
        // A server that has just become the leader may not know all its messages yet.
        if let pause = retrial.pause() {
          try await jetStream.clock.sleep(for: pause)
          continue
        }
        onMissing(
          "the stream '\(stream.name)' ends with message \(known.state.last), but message "
            + "\(position.sequence) was read; reading continues at its end"
        )
        move(to: known.state.last)
      } else if known.first > next, known.config.retention ?? "limits" == "limits" {
        onMissing(
          "the stream '\(stream.name)' begins with message \(known.first), but the next message to "
            + "read is \(next)"
        )
        move(to: known.first - 1)
      }
      return
    }
  }

  private mutating func move(to sequence: UInt64) {
    state.move(to: StreamPosition(sequence: sequence, created: state.position.created))
  }

  private func info() async throws -> BusAnswers.Stream {
    let answer: Result<BusAnswers.Stream, _> = try await ask(
      "STREAM.INFO.\(stream.name)",
      JetStreamQuestions.Nothing()
    )
    if case .failure(let failure) = answer, failure.number == JetStreamFailure.streamIsMissing {
      throw BusError.noStream(stream.name)
    }
    return try answer.mapError(BusError.refused).get()
  }

  /// Returns the durable consumer, and creates it if it does not exist.
  private func durable(_ name: String, _ subject: String?) async throws -> BusAnswers.Consumer {
    let known: Result<BusAnswers.Consumer, _> = try await ask(
      "CONSUMER.INFO.\(stream.name).\(name)",
      JetStreamQuestions.Nothing()
    )
    if case .failure(let failure) = known, failure.number == JetStreamFailure.consumerIsMissing {
      // A work queue has only unacknowledged messages, and requires a consumer that delivers all of them.
      let start = isQueue ? nil : state.position.sequence + 1
      return try await ask(
        "CONSUMER.DURABLE.CREATE.\(stream.name).\(name)",
        question(.durable(name, from: start, subject))
      ).mapError(BusError.refused).get()
    }
    let consumer = try known.mapError(BusError.refused).get()
    guard consumer.config.pushesTo?.isEmpty ?? true else { throw BusError.pushConsumer(name) }
    let takes = consumer.config.takes
    guard areEqual(takes, [subject].compactMap { $0 }) else {
      throw BusError.otherSubject(name, takes: takes, asked: stream.subject)
    }
    return consumer
  }

  /// Returns whether two lists of subjects select the same messages; an empty list selects all.
  private func areEqual(_ takes: [String], _ others: [String]) -> Bool {
    Set(takes.isEmpty ? subjects : takes) == Set(others.isEmpty ? subjects : others)
  }

  private func question(_ config: BusQuestions.Configuration) -> BusQuestions.Consumer {
    BusQuestions.Consumer(stream: stream.name, config: config)
  }

  private func ask<Answer: Decodable>(
    _ subject: String,
    _ question: some Encodable
  ) async throws -> Result<Answer, JetStreamFailure> {
    try await jetStream.ask(subject, question, for: Answer.self)
  }

  // MARK: Fetching

  /// Fetches unread messages that the consumer has delivered.
  private mutating func fetch(upTo last: UInt64) async throws -> [BusMessage] {
    var messages: [BusMessage] = []
    while messages.count < Self.mostFetched, state.position.sequence < last {
      let answer: Result<JetStreamAnswers.StoredMessage, _> = try await ask(
        "STREAM.MSG.GET.\(stream.name)",
        BusQuestions.Message(sequence: state.position.sequence + 1, subject: stream.subject)
      )
      if case .failure(let failure) = answer, failure.number == JetStreamFailure.messageIsMissing {
        move(to: last)
        break
      }
      let stored = try answer.mapError(BusError.refused).get().message
      guard stored.sequence <= last else {
        move(to: last)
        break
      }
      move(to: stored.sequence)
      messages.append(
        BusMessage(body: stored.data.map { [UInt8]($0) } ?? [], position: state.position)
      )
    }
    hasPlace = true
    if state.position.sequence >= last { fetchesUpTo = nil }
    return messages
  }
}

extension JetStreamFailure {
  fileprivate static let consumerIsMissing = 10_014
}
