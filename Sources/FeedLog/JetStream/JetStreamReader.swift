import Dispatch
import Foundation
import Synchronization

/// A reader of a stream, for one iterator.
///
/// It requests entries from a consumer on the server, up to the size of its buffer. A consumer that is lost
/// with its server or with the connection is created again after the last entry.
struct JetStreamReader {
  private let log: JetStreamLog
  private var state: PullState
  private var consumer: StreamConsumer?
  /// The identity of the log that is read.
  private var identity: String?

  init(log: JetStreamLog, after position: LogPosition) {
    self.log = log
    state = PullState(position)
  }

  mutating func next() async throws -> LogBatch? {
    do {
      while true {
        try Task.checkCancellation()
        let consumer = try await opened()
        if let count = state.pull() { try consumer.pull(count) }
        if let batch = state.take() {
          batch.entries.last.map { state.remember($0) }
          return batch
        }
        guard let events = await consumer.mailbox.take() else {
          try Task.checkCancellation()
          return nil
        }
        for event in events where try action(for: event) == .reopen {
          self.consumer = nil
          break
        }
      }
    } catch let error as LogError where error.code == .closed {
      return nil
    }
  }

  private mutating func action(for event: NATSEvent) throws(LogError) -> PullState.Action {
    switch event {
    case .message(let message): try state.received(message)
    case .tick: state.ticked()
    case .disconnected: .reopen
    }
  }

  /// Returns the consumer on the server, and creates it again if it was lost.
  private mutating func opened() async throws -> StreamConsumer {
    if let consumer { return consumer }
    let bounds = try await bounds()
    let start = state.open(first: bounds.first)
    let stream = log.address.stream
    let answer = try await log.jetStream.ask(
      "CONSUMER.CREATE.\(stream)",
      JetStreamQuestions.Consumer(stream: stream, config: .init(start: start)),
      isPatient: true,
      for: JetStreamAnswers.Consumer.self
    ).mapError(\.error).get()
    let consumer = StreamConsumer(answer.name, of: stream, log.jetStream.connection)
    self.consumer = consumer
    return consumer
  }

  /// Returns the bounds of the log, after waiting for the last entry read.
  ///
  /// A server that has just become the leader may not know all its entries yet.
  private mutating func bounds() async throws -> LogBounds {
    var retrial = Retrial(patience: log.jetStream.patience)
    while true {
      let bounds = try await log.bounds(isPatient: true)
      let identity = identity ?? bounds.identity
      guard bounds.identity == identity else {
        throw LogError.otherLog(identity, found: bounds.identity)
      }
      self.identity = identity
      guard let problem = bounds.problem(with: state.position) else { return bounds }
      guard problem.code == .forked, let pause = retrial.pause() else { throw problem }
      try await log.jetStream.clock.sleep(for: pause)
    }
  }
}

/// A consumer on the server, and the mailbox of its messages.
final class StreamConsumer: Sendable {
  let mailbox = NATSMailbox()
  private let subject: String
  private let number: UInt64
  private let connection: NATSConnection
  /// Guarded by the mutex.
  private let timer: Mutex<any DispatchSourceTimer>

  init(_ name: String, of stream: String, _ connection: NATSConnection) {
    subject = "$JS.API.CONSUMER.MSG.NEXT.\(stream).\(name)"
    self.connection = connection
    let (router, number) = (connection.router, connection.router.number())
    self.number = number
    connection.open(mailbox, for: number)
    let timer = DispatchSource.makeTimerSource()
    timer.setEventHandler { router.tick(number) }
    timer.schedule(deadline: .now() + 1, repeating: 1, leeway: .milliseconds(100))
    timer.activate()
    self.timer = Mutex(timer)
  }

  deinit {
    timer.withLock { $0.cancel() }
    connection.closeMailbox(number)
  }

  /// Requests entries.
  ///
  /// - Throws: The error of the encoder.
  func pull(_ count: Int) throws { try pull(JetStreamQuestions.Pull(batch: count)) }

  /// Requests entries.
  ///
  /// - Parameter question: The body of the request: the number of entries, and the time limit.
  /// - Throws: The error of the encoder.
  func pull(_ question: some Encodable) throws {
    let body = try JSONEncoder().encode(question)
    connection.publish(NATSRequest(subject: subject, body: [UInt8](body)), toMailbox: number)
  }
}
