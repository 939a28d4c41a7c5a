import Foundation

/// Reads the messages of a stream in their order, each once, for one reader.
///
/// A consumer of our own is made where the reader is, and again when it is lost. A durable one is asked first what it
/// has delivered: what of that was not read is fetched from the stream, since the consumer would send it only
/// after newer messages. It is acknowledged when the consumer sends it again.
package struct StreamReader {
  private let connection: NATSConnection
  private let jetStream: JetStream
  private let stream: BusStream
  private let onMissing: @Sendable (String) -> Void
  private var state: StreamReading
  /// Whether the reader has a place of its own, and not that of its consumer.
  private var hasPlace: Bool
  private var consumer: StreamConsumer?
  /// The subjects of the stream.
  private var subjects: [String] = []
  /// Whether the stream keeps messages until each is acknowledged once.
  private var isQueue = false
  /// Up to where messages are fetched from the stream, before the consumer is asked.
  private var fetchesUpTo: UInt64?
  private var retrial = Retrial(patience: nil)

  /// How many messages are fetched from the stream together.
  private static let mostFetched = 64
  /// The most bytes that a request is answered with, unless a single message has more.
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

  /// Makes sure that there is something to read from.
  ///
  /// - Throws: ``LogError`` or ``BusError`` if there is not.
  package mutating func open() async throws {
    try await jetStream.checkIsThere()
    _ = try await opened()
  }

  /// Waits for the messages that come next.
  ///
  /// - Returns: The messages, in the order of the stream; repeats are among them.
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

  // MARK: Beginning

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

  /// Compares the stream with the place that was read up to.
  private mutating func compare() async throws {
    var retrial = Retrial(patience: .seconds(5))
    while true {
      let known = try await info()
      subjects = known.config.subjects ?? []
      isQueue = known.config.retention == "workqueue"
      let position = state.position
      guard position.created == known.created else {
        if hasPlace {
          onMissing("the stream '\(stream.name)' was made anew, and is read from its beginning")
        }
        hasPlace = false
        return state.move(to: StreamPosition(sequence: 0, created: known.created))
      }
      guard hasPlace else { return }
      let next = position.sequence + 1
      if position.sequence > known.state.last {
        // A server that has just become the leader may not know yet all messages that it has.
        if let pause = retrial.pause() {
          try await jetStream.clock.sleep(for: pause)
          continue
        }
        onMissing(
          "the stream '\(stream.name)' ends with message \(known.state.last), and message "
            + "\(position.sequence) was read; it is read on from its end"
        )
        move(to: known.state.last)
      } else if known.first > next, known.config.retention ?? "limits" == "limits" {
        onMissing(
          "the stream '\(stream.name)' begins with message \(known.first), and message \(next) was "
            + "to be read next"
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

  /// The durable consumer, made if there is none.
  private func durable(_ name: String, _ subject: String?) async throws -> BusAnswers.Consumer {
    let known: Result<BusAnswers.Consumer, _> = try await ask(
      "CONSUMER.INFO.\(stream.name).\(name)",
      JetStreamQuestions.Nothing()
    )
    if case .failure(let failure) = known, failure.number == JetStreamFailure.consumerIsMissing {
      // A queue has only what was not acknowledged, and wants its consumer to begin with that.
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

  /// Whether two consumers take the same messages; one that names no subject takes all of the stream.
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

  /// Fetches messages that the consumer has delivered and that were not read.
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
