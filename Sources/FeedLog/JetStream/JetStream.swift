import FeedModel
import Foundation

/// The JetStream API over a connection: requests and answers in JSON.
struct JetStream: Sendable {
  let connection: NATSConnection
  let clock: any Clock<Duration>
  /// The time limit of a request while no server answers.
  let patience: Duration

  /// Checks that JetStream is enabled on the server.
  ///
  /// - Throws: ``LogError`` with code ``LogError/Code/noJetStream`` if it is not.
  func checkIsThere() async throws {
    let reply: NATSMessage
    do {
      reply = try await connection.answer(to: .init(subject: "$JS.API.INFO"), within: .seconds(2))
    } catch let error as LogError where error.code == .unreachable {
      // If the server stays unreachable, the next request reports it.
      return
    }
    if reply.status?.code == 503 { throw JetStreamFailure.withoutJetStream }
  }

  /// Sends a request to the API, and repeats it while no server answers.
  ///
  /// - Parameters:
  ///   - subject: The subject of the request, without `$JS.API.`.
  ///   - isPatient: Whether to retry without a limit.
  /// - Returns: The answer, or the failure that JetStream reports.
  /// - Throws: ``LogError`` if no server answers, or the answer cannot be read.
  func ask<Answer: Decodable>(
    _ subject: String,
    _ question: some Encodable,
    isPatient: Bool = false,
    for answer: Answer.Type = Answer.self
  ) async throws -> Result<Answer, JetStreamFailure> {
    let request = NATSRequest(
      subject: "$JS.API.\(subject)",
      body: [UInt8](try JSONEncoder().encode(question))
    )
    return try await send(request, isPatient: isPatient)
  }

  /// Sends a message to a stream or to the API, and repeats it while no server answers.
  ///
  /// - Parameters:
  ///   - isPatient: Whether to retry without a limit.
  ///   - most: The time limit, if it differs from the patience of the log.
  /// - Returns: The answer, or the failure that JetStream reports.
  /// - Throws: ``LogError`` if no server answers, or the answer cannot be read.
  func send<Answer: Decodable>(
    _ request: NATSRequest,
    isPatient: Bool = false,
    within most: Duration? = nil,
    for answer: Answer.Type = Answer.self
  ) async throws -> Result<Answer, JetStreamFailure> {
    let patience = isPatient ? nil : most ?? patience
    var retrial = Retrial(patience: patience)
    let elapsed = clock.stopwatch()
    while true {
      let failure: LogError
      do {
        let left = patience.map { max($0 - elapsed(), .milliseconds(100)) } ?? .seconds(2)
        let reply = try await connection.answer(to: request, within: min(left, .seconds(2)))
        if reply.status?.code == 503 {
          failure = .noAnswer
        } else {
          let answer: Result<Answer, JetStreamFailure> = try read(reply)
          guard case .failure(let error) = answer, error.isPassing else { return answer }
          failure = .noAnswer
        }
      } catch let error as LogError where error.code == .unreachable {
        failure = error
      }
      guard let pause = retrial.pause(after: elapsed()) else { throw failure }
      try await clock.sleep(for: pause)
    }
  }

  private func read<Answer: Decodable>(
    _ reply: NATSMessage
  ) throws -> Result<Answer, JetStreamFailure> {
    let data = Data(reply.body)
    do {
      let decoder = JSONDecoder()
      if let error = try decoder.decode(JetStreamAnswers.Refusal.self, from: data).error {
        return .failure(JetStreamFailure(error))
      }
      return .success(try decoder.decode(Answer.self, from: data))
    } catch {
      throw LogError(.refused, "the answer of the log cannot be read")
    }
  }
}

extension Clock {
  /// Returns a function that returns the time since this call.
  fileprivate func stopwatch() -> () -> Duration {
    let start = now
    return { start.duration(to: now) }
  }
}

/// A failure that JetStream reports.
struct JetStreamFailure: Error, Hashable {
  let number: Int
  let code: Int
  let text: String

  init(_ failure: JetStreamAnswers.Failure) {
    number = failure.number ?? 0
    code = failure.code
    text = failure.description ?? "code \(failure.code)"
  }

  static let streamIsMissing = 10_059
  static let nameIsTaken = 10_058
  static let noPeers = 10_005
  static let subjectsOverlap = 10_065
  /// The numbers of failures to create a stream that a retry may not meet.
  static let mayPass = [noPeers, subjectsOverlap, nameIsTaken]
  static let messageIsMissing = 10_037
  static let wrongLastSequence = 10_071
  static let noJetStream = [10_039, 10_076]
  static let full = [10_077, 10_023, 10_047]
  static let tooLarge = 10_054

  static let withoutJetStream = LogError(
    .noJetStream,
    "the server of the log has no JetStream",
    hint: "start the server with --jetstream and --store_dir"
  )

  /// Whether a retry may succeed soon, as during the election of a leader.
  var isPassing: Bool { code == 503 && !Self.noJetStream.contains(number) && !isFull }

  /// Whether the stream or the message does not exist.
  var isOfSomethingMissing: Bool { [Self.streamIsMissing, Self.messageIsMissing].contains(number) }

  private var isFull: Bool { Self.full.contains(number) || text.hasPrefix("maximum ") }

  /// The error of a log that describes the failure.
  var error: LogError {
    if Self.noJetStream.contains(number) { return Self.withoutJetStream }
    if isFull {
      return LogError(.full, "the log is full: \(text)", hint: "trim it, or raise its limit")
    }
    return LogError(.refused, "the log rejects the request: \(text)")
  }

  /// The number of the newest entry, if another number was expected.
  var last: UInt64? {
    text.split(separator: ":").last.flatMap { UInt64($0.filter { $0 != " " }) }
  }
}

/// The pauses between retries, which grow from 20 milliseconds to two seconds.
struct Retrial {
  /// The time limit of all retries; `nil` for none.
  let patience: Duration?
  private var spent: Duration = .zero
  private var next: Duration = .milliseconds(20)

  init(patience: Duration?) { self.patience = patience }

  /// Returns the pause before the next retry.
  ///
  /// - Parameter elapsed: The time since the first attempt, if it is known.
  /// - Returns: The pause, or `nil` if the patience is used up.
  mutating func pause(after elapsed: Duration = .zero) -> Duration? {
    if let patience, max(spent, elapsed) >= patience { return nil }
    defer {
      spent += next
      next = min(next * 2, .seconds(2))
    }
    return next
  }
}

extension JetStream {
  /// Creates a stream, unless it exists.
  ///
  /// - Throws: ``LogError`` if it cannot be created.
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
